// How much an account may have in the table of open spans. It is counted now and then and added up in
// between: it protects the store, and no bill depends on it.
import { AppError } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import type { Writer } from '#metadata';
import { deleteOldestTraces, deleteTracesDue, sumParts, type PartSums } from './store.ts';

const MAX_OPEN_SPANS = 20_000;
const MAX_SPAN_BYTES = 256 * 1_048_576;
/** Traces are kept for spans that arrive later. The oldest ones are dropped for new ones. */
const MAX_OPEN_TRACES = 20_000;
const MAX_TRACE_BYTES = 64 * 1_048_576;
/** How often a full account is counted again: its spans also end in other processes. */
const FULL_FOR_MS = 10 * SECOND_MS;
const COUNTED_FOR_MS = MINUTE_MS;
const MAX_ACCOUNTS = 1_000;

interface Counted {
  sums: PartSums;
  at: number;
  /** Traces that this process added, oldest first, to find the oldest without sorting all. */
  added: { dueAt: number; rows: number }[];
}

const countsOf = perProcess(() => new Map<string, Counted>());

type Ctx = Pick<Services, 'state' | 'clock'>;

/** Rows that are added; negative for rows that go. */
export type PartDelta = PartSums;

export async function requireRoom(
  ctx: Ctx,
  db: Writer,
  accountId: string,
  delta: PartDelta,
  traceDueAt: number,
): Promise<void> {
  const known = await counted(ctx, db, accountId);
  const { span, trace } = known.sums;
  if (delta.span.rows > 0 && isFull(span, delta.span)) throw tooMany();
  if (trace.rows + delta.trace.rows > MAX_OPEN_TRACES || trace.bytes + delta.trace.bytes > MAX_TRACE_BYTES)
    await dropOldest(ctx, db, accountId, known);
  noteParts(ctx, accountId, delta);
  if (delta.trace.rows > 0) known.added.push({ dueAt: traceDueAt, rows: delta.trace.rows });
}

const isFull = (span: PartSums['span'], more = { rows: 1, bytes: 0 }): boolean =>
  span.rows + more.rows > MAX_OPEN_SPANS || span.bytes + more.bytes > MAX_SPAN_BYTES;

async function dropOldest(ctx: Ctx, db: Writer, accountId: string, { sums, added }: Counted): Promise<void> {
  const enough = MAX_OPEN_TRACES / 10;
  let rows = 0;
  let dueAt = 0;
  while (rows < enough && added.length > 0) {
    const first = added.shift();
    rows += first?.rows ?? 0;
    dueAt = first?.dueAt ?? dueAt;
  }
  if (rows < enough) {
    // Another process added them, or an earlier one.
    await deleteOldestTraces(db, accountId, enough);
    countsOf(ctx).delete(accountId);
    return;
  }
  await deleteTracesDue(db, accountId, dueAt);
  sums.trace.bytes -= (sums.trace.bytes / sums.trace.rows) * rows;
  sums.trace.rows -= rows;
}

const tooMany = () =>
  new AppError(
    'too_many_requests',
    'too_many_open_spans',
    `The account has ${MAX_OPEN_SPANS.toLocaleString('en')} spans, or 256 MiB of them, that have begun and not ended. Spans are stored when they end, or after some minutes without news.`,
    { retryAfterSeconds: 60 },
  );

async function counted(ctx: Ctx, db: Writer, accountId: string): Promise<Counted> {
  const counts = countsOf(ctx);
  const now = ctx.clock.now();
  const known = counts.get(accountId);
  const goodForMs = known && isFull(known.sums.span) ? FULL_FOR_MS : COUNTED_FOR_MS;
  if (known && Math.abs(now - known.at) < goodForMs) return known;
  const fresh: Counted = { sums: await sumParts(db, accountId), at: now, added: known?.added ?? [] };
  if (counts.size >= MAX_ACCOUNTS) counts.clear();
  counts.set(accountId, fresh);
  return fresh;
}

export function noteParts(ctx: Ctx, accountId: string, delta: PartDelta): void {
  const sums = countsOf(ctx).get(accountId)?.sums;
  if (!sums) return;
  for (const kind of ['span', 'trace'] as const) {
    sums[kind].rows += delta[kind].rows;
    sums[kind].bytes += delta[kind].bytes;
  }
}
