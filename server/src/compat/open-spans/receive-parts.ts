// Receives parts of spans. A span whose parts all arrive in one request becomes a record at once. Others are kept in the metadata
// store, which is durable, until the missing parts arrive or sweep.job.ts stores what there is.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { enqueue } from '#core/jobs/job-queue';
import { lockAccount } from '#core/lock-account';
import type { ReceivedSpans } from '#features/ingest';
import type { OpenSpansTable, Reader, Writer } from '#metadata';
import type { Rejection } from '#otlp';
import type { JsonObject } from '#records';
import { deleteFinished, makeFinishedSpans, storeFinishedSpans, type FinishedPart } from './finish.ts';
import { findLate, isRepeated, lateUpdates, rememberFinished } from './late-updates.ts';
import {
  latestOrder,
  mergePart,
  mergeParts,
  type MergedPart,
  type Parts,
  type PartsById,
} from './merge-parts.ts';
import { openPart, partPurpose, partText, sealPart } from './part-text.ts';
import type { PeerSpans, SpanPart } from './peer-spans.ts';
import { requireRoom, type PartDelta } from './room.ts';
import { hasParts, selectParts, selectReady, upsertParts, type PartPlace } from './store.ts';
import { sweepAt } from './sweep-order.ts';
import type { FinishedOrder } from './whole-spans.ts';

type ReceivedParts = ReceivedSpans & {
  /** Spans that wait for more parts. */
  waiting: number;
  /** Updates of spans that are stored already. */
  late: number;
};

/** What is known about a trace helps spans that come later. */
const TRACE_KEPT_MS = 24 * 60 * MINUTE_MS;
/** A trace usually comes within seconds of its spans. */
const TRACE_WAIT_MS = 10 * SECOND_MS;
/** Spans that one request releases at most; the rest is left to the sweep. */
const MAX_RELEASED = 500;

/** Parts are merged and sealed in one go, so many or large ones would hold up other requests. */
const AT_ONCE = { parts: 1_000, bytes: 256 * 1_024 };

/**
 * Parts before a used-up quota are stored. A client that sends all of them again changes nothing. The list is
 * emptied: parts that were in memory until their record is on disk would outlive the space for new objects.
 */
export async function receiveParts(
  ctx: Context,
  peer: PeerSpans,
  parts: SpanPart[],
  source: { client: string | undefined; pace: Pace },
  rejections: readonly Rejection[] = [],
): Promise<ReceivedParts> {
  const [first = [], ...others] = partTurns(parts);
  parts.length = 0;
  const sum = await receiveSome(ctx, peer, first, source, rejections);
  const { pace } = source;
  for (const some of others) {
    if (sum.quota !== null) break;
    if (pace.isDue) await pace.rest();
    const more = await receiveSome(ctx, peer, some, source, []);
    sum.stored += more.stored;
    sum.duplicates += more.duplicates;
    sum.rejected = [...sum.rejected, ...more.rejected];
    sum.quota = more.quota;
    sum.waiting += more.waiting;
    sum.late += more.late;
  }
  return sum;
}

/** The parts in their order, as many as one turn takes. */
export function partTurns(parts: readonly SpanPart[]): SpanPart[][] {
  const turns: SpanPart[][] = [];
  let turn: SpanPart[] = [];
  let bytes = 0;
  for (const part of parts) {
    const isFull = turn.length >= AT_ONCE.parts || bytes + part.bytes > AT_ONCE.bytes;
    if (turn.length > 0 && isFull) {
      turns.push(turn);
      turn = [];
      bytes = 0;
    }
    turn.push(part);
    bytes += part.bytes;
  }
  if (turn.length > 0) turns.push(turn);
  return turns;
}

async function receiveSome(
  ctx: Context,
  peer: PeerSpans,
  parts: SpanPart[],
  { client, pace }: { client: string | undefined; pace: Pace },
  rejections: readonly Rejection[],
): Promise<ReceivedParts> {
  const place = partPlaceOf(ctx, peer);
  const merged = mergeParts(parts, peer);
  const late = await takeLate(ctx, peer, place, merged);
  const whole = await wholeAtOnce(ctx, peer, place, merged, pace);
  const { finished, waiting, tooLarge } =
    whole ??
    (await ctx.metadata.transaction((db) => keepParts(ctx, db, peer, place, merged, client ?? '', pace)));
  const noted = [...rejections, ...lateUpdates(late), ...tooLarge];
  // Many requests go on together when a transaction is on disk, so they take turns again.
  if (!whole) await pace.rest();
  const rows = finished.flatMap(({ row }) => row ?? []);
  const orders = finished.map(({ part }): FinishedOrder => [part.id, latestOrder(part)]);
  const made = makeFinishedSpans(ctx, peer, finished);
  // The spans have everything.
  parts.length = 0;
  finished.length = 0;
  merged.span.clear();
  merged.trace.clear();
  const received = await storeFinishedSpans(ctx, peer, made, { client, noted, pace });
  if (received.quota === null) {
    await deleteFinished(ctx, place, rows);
    rememberFinished(ctx, place, orders);
  }
  return { ...received, waiting, late: late.size };
}

export const partPlaceOf = ({ account, project }: Context, peer: PeerSpans): PartPlace => ({
  accountId: account.id,
  project: project?.number ?? 0,
  peer: peer.name,
});

/** Takes updates out of the request whose span is stored, and returns those that are new. Only an update without a beginning anywhere can be one. */
async function takeLate(
  ctx: Context,
  peer: PeerSpans,
  place: PartPlace,
  { span }: PartsById,
): Promise<ReadonlySet<string>> {
  const updates = span.values().filter(({ begun }) => !begun);
  if (updates.length === 0) return new Set();
  const rows = await selectParts(
    ctx.db,
    place,
    'span',
    updates.map(({ id }) => id),
  );
  const stored = await findLate(
    ctx,
    peer,
    updates.filter(({ id }) => rows.get(id)?.begun !== 1),
  );
  const late = new Set<string>();
  for (const id of stored) {
    const part = span.get(id);
    if (part && !isRepeated(ctx, place, part)) late.add(id);
  }
  span.delete(stored);
  return late;
}

interface Decided {
  finished: FinishedPart[];
  waiting: number;
  tooLarge: Rejection[];
}

/** Null if the request has something to keep, or earlier parts are kept. */
async function wholeAtOnce(
  { db, sealer }: Context,
  peer: PeerSpans,
  place: PartPlace,
  { span, trace }: PartsById,
  pace: Pace,
): Promise<Decided | null> {
  if (trace.size > 0 || span.values().some(({ begun, ended }) => !begun || !ended)) return null;
  // Asked first, because naming the ids costs more: clients that send whole spans have no parts.
  if (await hasParts(db, place, 'span')) {
    const rows = await selectParts(db, place, 'span', span.ids());
    if (rows.size > 0) return null;
  }
  const traces = await selectTraces({ db, sealer }, peer, place, span.values(), pace);
  const finished = span.values().map((part) => ({
    part,
    trace: traces.size === 0 ? null : (traces.get(part.traceId) ?? null),
    row: null,
  }));
  const isWhole = !peer.needsTrace || finished.every((each) => each.trace !== null);
  return isWhole ? { finished, waiting: 0, tooLarge: [] } : null;
}

/** What earlier requests said about the traces of these spans. */
export async function selectTraces(
  { db, sealer }: Pick<Context, 'sealer'> & { db: Reader },
  peer: PeerSpans,
  place: PartPlace,
  spans: readonly MergedPart[],
  pace: Pace,
): Promise<Map<string, JsonObject>> {
  const traces = new Map<string, JsonObject>();
  if (!peer.needsTrace) return traces;
  const ids = new Set(spans.map(({ traceId }) => traceId));
  ids.delete('');
  for (const [id, row] of await selectParts(db, place, 'trace', ids))
    if (row.begun === 1) traces.set(id, (await openPart(sealer, row, pace)).body);
  return traces;
}

async function keepParts(
  ctx: Context,
  db: Writer,
  peer: PeerSpans,
  place: PartPlace,
  { span, trace }: PartsById,
  client: string,
  pace: Pace,
): Promise<Decided> {
  await lockAccount(db, place.accountId);
  const keeping = new Keeping(ctx, peer, place, client);
  const traceIds = new Set(trace.ids());
  for (const { traceId } of span.values()) if (peer.needsTrace && traceId !== '') traceIds.add(traceId);
  const traceRows = await selectParts(db, place, 'trace', traceIds);
  const spanRows = await selectParts(db, place, 'span', span.ids());
  const traces = new Map<string, MergedPart>();
  for (const [id, row] of traceRows) traces.set(id, await openPart(ctx.sealer, row, pace));
  for (const part of trace.values()) {
    const { id } = part;
    const row = traceRows.get(id);
    const known = traces.get(id);
    const before = known && partText(known, peer);
    if (known) mergePart(known, part, peer);
    const now = known ?? part;
    traces.set(id, now);
    if (before === undefined || before !== partText(now, peer))
      await keeping.add(now, row, TRACE_KEPT_MS, pace);
  }
  const decided: Decided = { finished: [], waiting: 0, tooLarge: [] };
  const knownTrace = (id: string): JsonObject | null => {
    const found = traces.get(id);
    return found?.begun ? found.body : null;
  };
  for (const part of span.values()) {
    const row = spanRows.get(part.id);
    const whole = row ? await openPart(ctx.sealer, row, pace) : part;
    if (row) mergePart(whole, part, peer);
    const about = peer.needsTrace ? knownTrace(whole.traceId) : null;
    const isComplete = whole.begun && whole.ended;
    if (isComplete && (!peer.needsTrace || about !== null))
      decided.finished.push({ part: whole, trace: about, row: row ?? null });
    else {
      const waitMs = isComplete ? TRACE_WAIT_MS : ctx.config.openSpanMinutes * MINUTE_MS;
      if (await keeping.add(whole, row, waitMs, pace)) decided.waiting += 1;
    }
  }
  const fresh = trace.ids().filter((id) => knownTrace(id) !== null && traceRows.get(id)?.begun !== 1);
  decided.finished.push(...(await released(ctx, db, place, fresh, span, knownTrace, pace)));
  await keeping.write(db);
  decided.tooLarge = keeping.tooLarge;
  return decided;
}

/** Spans of earlier requests that have waited for the traces of this one. */
async function released(
  { sealer }: Context,
  db: Writer,
  place: PartPlace,
  traceIds: readonly string[],
  ofRequest: Parts,
  trace: (id: string) => JsonObject | null,
  pace: Pace,
): Promise<FinishedPart[]> {
  const rows = await selectReady(db, place, traceIds, MAX_RELEASED);
  const found: FinishedPart[] = [];
  for (const row of rows)
    if (!ofRequest.get(row.id))
      found.push({ part: await openPart(sealer, row, pace), trace: trace(row.trace_id), row });
  return found;
}

/** Rows to write at the end of a transaction. */
class Keeping {
  readonly tooLarge: Rejection[] = [];
  readonly #ctx: Context;
  readonly #peer: PeerSpans;
  readonly #place: PartPlace;
  readonly #client: string;
  readonly #rows: OpenSpansTable[] = [];
  readonly #delta: PartDelta = { span: { rows: 0, bytes: 0 }, trace: { rows: 0, bytes: 0 } };
  #soon = false;

  constructor(ctx: Context, peer: PeerSpans, place: PartPlace, client: string) {
    this.#ctx = ctx;
    this.#peer = peer;
    this.#place = place;
    this.#client = client;
  }

  /** False if the part is too large to keep. */
  async add(
    part: MergedPart,
    before: OpenSpansTable | undefined,
    waitMs: number,
    pace: Pace,
  ): Promise<boolean> {
    const text = partText(part, this.#peer);
    if (text === null) {
      this.tooLarge.push({ reason: 'record_too_large', count: 1, example: part.id });
      return false;
    }
    const { sealer, clock, actor } = this.#ctx;
    const now = clock.now();
    const key = {
      account_id: this.#place.accountId,
      project_number: this.#place.project,
      peer: this.#place.peer,
      kind: part.kind,
      id: part.id,
    };
    const bytes = text.length;
    this.#rows.push({
      ...key,
      trace_id: part.kind === 'trace' ? part.id : part.traceId,
      body: await sealPart(sealer, text, partPurpose(key), pace),
      bytes,
      begun: part.begun ? 1 : 0,
      ended: part.ended ? 1 : 0,
      latest_order: Math.trunc(latestOrder(part)),
      key_id: before?.key_id ?? actor.id,
      client: before?.client ?? this.#client.slice(0, 120),
      first_seen_at: before?.first_seen_at ?? now,
      last_seen_at: Math.max(now, (before?.last_seen_at ?? 0) + 1),
      due_at: now + waitMs,
    });
    const delta = this.#delta[part.kind];
    delta.rows += before ? 0 : 1;
    delta.bytes += bytes - (before?.bytes ?? 0);
    this.#soon ||= waitMs === TRACE_WAIT_MS;
    return true;
  }

  async write(db: Writer): Promise<void> {
    if (this.#rows.length === 0) return;
    const { clock } = this.#ctx;
    await requireRoom(this.#ctx, db, this.#place.accountId, this.#delta, clock.now() + TRACE_KEPT_MS);
    await upsertParts(db, this.#rows);
    if (this.#soon) await enqueue(db, clock, sweepAt(clock.now() + TRACE_WAIT_MS));
  }
}
