// Events of spans that arrive as log records. An event waits in the metadata store, sealed. If its span arrives later,
// the span takes it; if the span is stored already, add-events.job.ts adds it to the record. Both may happen in either
// order, in any process.
import { SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { Pace } from '#lib/yield-to-event-loop';
import { perProcess } from '#core/process-state';
import { openLarge, sealLarge } from '#core/secrets/seal-large';
import type { Sealer } from '#core/secrets/sealing';
import type { Writer } from '#metadata';
import { EVALUATION, type LogEvent, type Rejection } from '#otlp';
import type { Json } from '#records';
import {
  deleteSpanEvents,
  hasSpanEvents,
  insertSpanEvents,
  rewriteEvent,
  selectEventKeys,
  selectEventsOf,
  sumSpanEvents,
  type WaitingEvent,
} from './store.ts';

/** Its span may be on its way: exporters send spans every few seconds. */
const FIRST_LOOK_MS = 3 * SECOND_MS;
/** How long a process believes that an account has no waiting events. Events of this process are known at once. */
const BELIEVED_MS = SECOND_MS;
const COUNTED_FOR_MS = 10 * SECOND_MS;
const MAX_ACCOUNTS = 10_000;
const MAX_EVENTS = 50_000;
const MAX_BYTES = 256 * 1_048_576;
/** In characters: a larger one is sealed and opened in pieces. */
const LARGE_EVENT = 256 * 1_024;
/** As much as the content of a call may be, with the escapes of its JSON. */
const MAX_EVENT_BYTES = 32 * 1_048_576;

interface Known {
  has: boolean;
  /** Bytes of the largest event that this process has kept for the account. */
  largest: number;
  at: number;
}

const knownOf = perProcess(() => new Map<string, Known>());
const sumsOf = perProcess(() => new Map<string, { rows: number; bytes: number; at: number }>());

/** Whether spans of the account may have to take events. */
export async function eventsWait(ctx: Context): Promise<boolean> {
  const known = knownOf(ctx);
  const before = known.get(ctx.account.id);
  const now = performance.now();
  if (before && now - before.at < BELIEVED_MS) return before.has;
  if (known.size >= MAX_ACCOUNTS) known.clear();
  const has = await hasSpanEvents(ctx.db, ctx.account.id);
  known.set(ctx.account.id, { has, largest: has ? (before?.largest ?? 0) : 0, at: now });
  return has;
}

/** A span that takes a large event is as much work as a large body. */
export const waitingEventBytes = (ctx: Context): number => knownOf(ctx).get(ctx.account.id)?.largest ?? 0;

/** On disk when it resolves. Returns the events that could not be kept. */
export async function keepEvents(ctx: Context, events: readonly LogEvent[]): Promise<Rejection[]> {
  const rejected: Rejection[] = [];
  const rows: WaitingEvent[] = [];
  const pace = new Pace();
  for (const [place, each] of events.entries()) {
    if (pace.isDue) await pace.rest();
    const row = await rowOf(ctx, each, place, pace);
    if (row === null) rejected.push({ reason: 'record_too_large', count: 1, example: each.event.name });
    else rows.push(row);
  }
  if (rows.length === 0) return rejected;
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (!(await hasRoom(ctx, rows.length, bytes)))
    return [
      ...rejected,
      { reason: 'too_many_waiting_events', count: rows.length, example: rows[0]?.trace_id ?? '' },
    ];
  await ctx.metadata.transaction((db) => insertSpanEvents(db, rows));
  const largest = rows.reduce((most, row) => Math.max(most, row.bytes), waitingEventBytes(ctx));
  knownOf(ctx).set(ctx.account.id, { has: true, largest, at: performance.now() });
  return rejected;
}

async function hasRoom({ state, db, account }: Context, rows: number, bytes: number): Promise<boolean> {
  const sums = sumsOf({ state });
  const now = performance.now();
  let sum = sums.get(account.id);
  if (!sum || now - sum.at >= COUNTED_FOR_MS) {
    if (sums.size >= MAX_ACCOUNTS) sums.clear();
    sum = { ...(await sumSpanEvents(db, account.id)), at: now };
    sums.set(account.id, sum);
  }
  if (sum.rows + rows > MAX_EVENTS || sum.bytes + bytes > MAX_BYTES) return false;
  sum.rows += rows;
  sum.bytes += bytes;
  return true;
}

interface Body {
  name: string;
  attributes: [string, Json][];
}

const purposeOf = ({ account_id, id }: Pick<WaitingEvent, 'account_id' | 'id'>): string =>
  `span-event:${account_id}:${id}`;

/** Null if it is too large. */
async function rowOf(
  { account, project, clock, sealer }: Context,
  { id, traceId, spanId, event }: LogEvent,
  place: number,
  pace: Pace,
): Promise<WaitingEvent | null> {
  const body: Body = { name: event.name, attributes: [...event.attributes] };
  const text = JSON.stringify(body);
  if (text.length > MAX_EVENT_BYTES) return null;
  if (text.length > LARGE_EVENT) await pace.rest();
  const now = clock.now();
  const key = { account_id: account.id, id };
  return {
    ...key,
    project_number: project?.number ?? 0,
    trace_id: traceId,
    span_id: spanId,
    body:
      text.length > LARGE_EVENT
        ? await sealLarge(sealer, text, purposeOf(key), pace)
        : sealer.seal(text, purposeOf(key)),
    bytes: text.length,
    time_ms: event.timeMs,
    place,
    received_at: now,
    due_at: now + FIRST_LOOK_MS,
  };
}

/** Throws if the row was sealed with another key or moved. */
export async function openEvent(sealer: Sealer, row: WaitingEvent, pace: Pace): Promise<LogEvent> {
  const text =
    row.bytes > LARGE_EVENT
      ? (await openLarge(sealer, row.body, purposeOf(row), 3 * MAX_EVENT_BYTES, pace))?.toString()
      : sealer.open(row.body, purposeOf(row));
  if (text === null || text === undefined)
    throw new Error(`An event of ${row.account_id} cannot be opened with the master key.`);
  const { name, attributes } = JSON.parse(text) as Body;
  return {
    id: row.id,
    traceId: row.trace_id,
    spanId: row.span_id,
    event: { name, timeMs: row.time_ms, attributes: new Map(attributes) },
  };
}

/** For the spans of a request. Results of evaluations never wait: they are scores. */
export async function findEvents(
  { db, sealer, account }: Pick<Context, 'db' | 'sealer' | 'account'>,
  project: number,
  traceIds: readonly string[],
): Promise<LogEvent[]> {
  const rows = await selectEventsOf(db, account.id, traceIds, project);
  const pace = new Pace();
  const events: LogEvent[] = [];
  for (const row of rows) {
    if (pace.isDue) await pace.rest();
    events.push(await openEvent(sealer, row, pace));
  }
  return events;
}

/** Called when the spans that took them are on disk. */
export async function forgetEvents({ metadata, account }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await metadata.transaction((db) => deleteSpanEvents(db, account.id, ids));
}

/** Without consent, nothing that people wrote waits: only what says that an operation failed. */
export const worthKeeping = (events: readonly LogEvent[], hasConsent: boolean): LogEvent[] =>
  events.filter(({ event: { name } }) => name !== EVALUATION && (hasConsent || name.endsWith('exception')));

/** Used when the master key changes. */
export async function resealSpanEvents(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  for (const key of await selectEventKeys(db))
    await rewriteEvent(db, key, (body) => reseal(body, purposeOf(key)));
}
