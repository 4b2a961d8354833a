// Adds events to the records of spans that were stored before them. Until a span is there, its events are looked at
// less and less often, for a day.
import { randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context, SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { jobSlice } from '#core/jobs/job-slice';
import { joinContent } from '#content';
import { addedMetadata } from '#core/content/redact/metadata';
import { changeRecords } from '#core/record-changes/record-changes';
import { contentOfLateEvents, lateAttributes, lateFailure, type LogEvent, type SpanEvent } from '#otlp';
import {
  applyAdditions,
  selectRecordsToAddTo,
  stageAdditions,
  wholeAccount,
  type AddedTo,
  type CallRecord,
  type FoundRecord,
  type JsonObject,
  type ObservationRecord,
} from '#records';
import { readContents } from '#services/record-access';
import { PLAIN_SPAN } from '#records/record';
import { keepMediaOfEvents } from '../keep-media.ts';
import { prepare, type Preparation } from '../prepare.ts';
import { preparation } from '../preparation.ts';
import {
  deleteSpanEvents,
  postponeEvents,
  selectSpansWithDueEvents,
  selectEventsOf,
  type WaitingEvent,
} from './store.ts';
import { openEvent } from './waiting-events.ts';

const NAME = 'span-events';
const AT_ONCE = 500;
const SLICE_MS = 45 * SECOND_MS;
const GIVE_UP_MS = DAY_MS;
const SHORTEST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** After a fault. */
const RETRY_MS = 10 * SECOND_MS;

export const addEventsJob = job({
  name: NAME,
  schedule: '*/3 * * * * *',
  maxAttempts: 1,
  hasWork: async ({ db, clock }) => (await selectSpansWithDueEvents(db, clock.now(), 1)).length > 0,
  run: async (ctx, _payload, signal) => {
    const slice = jobSlice(SLICE_MS, signal);
    while (!slice.isOver()) {
      const due = await selectSpansWithDueEvents(ctx.db, ctx.clock.now(), AT_ONCE);
      for (const [accountId, spans] of Map.groupBy(due, ({ account_id: id }) => id)) {
        slice.signal.throwIfAborted();
        await addOf(ctx, accountId, spans);
      }
      if (due.length < AT_ONCE) return;
    }
  },
});

type DueSpan = Pick<WaitingEvent, 'trace_id' | 'span_id'>;

const recordId = ({ trace_id: traceId, span_id: spanId }: DueSpan): string => `${traceId}-${spanId}`;

async function addOf(system: SystemContext, accountId: string, spans: readonly DueSpan[]): Promise<void> {
  const wanted = new Set(spans.map(recordId));
  const rows = await selectEventsOf(system.db, accountId, [...new Set(spans.map(({ trace_id: id }) => id))]);
  const ofSpans = rows.filter((row) => wanted.has(recordId(row)));
  const account = await system.accounts.get(accountId);
  try {
    const added = account
      ? await addTo(
          { ...system, actor: { type: 'system', id: NAME }, account, project: null, plan: account.plan },
          ofSpans,
        )
      : new Set(ofSpans.map(({ id }) => id));
    await settle(system, accountId, ofSpans, added);
  } catch (error) {
    system.log.warn(
      { err: error, job: NAME, account: accountId },
      'events could not be added to their spans',
    );
    const ids = ofSpans.map(({ id }) => id);
    const dueAt = system.clock.now() + RETRY_MS;
    await system.metadata.transaction((db) => postponeEvents(db, accountId, ids, dueAt));
  }
}

/** Forgets the events that are part of a record, and those that waited for too long. */
async function settle(
  { metadata, clock }: SystemContext,
  accountId: string,
  rows: readonly WaitingEvent[],
  added: ReadonlySet<string>,
): Promise<void> {
  const now = clock.now();
  const isOver = ({ id, received_at: at }: WaitingEvent): boolean => added.has(id) || now - at >= GIVE_UP_MS;
  const left = Map.groupBy(
    rows.filter((row) => !isOver(row)),
    ({ received_at: at }) => now + Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, now - at)),
  );
  await metadata.transaction(async (db) => {
    await deleteSpanEvents(
      db,
      accountId,
      rows.filter(isOver).map(({ id }) => id),
    );
    for (const [dueAt, some] of left)
      await postponeEvents(
        db,
        accountId,
        some.map(({ id }) => id),
        dueAt,
      );
  });
}

/** Returns the ids of the events that the stored records have now. */
async function addTo(ctx: Context, rows: readonly WaitingEvent[]): Promise<Set<string>> {
  const { account, records } = ctx;
  const ids = [...new Set(rows.map(recordId))];
  const stored = await records.stored(account.number, ids);
  if (stored.size === 0) return new Set();
  const done = new Set<string>();
  await changeRecords(
    ctx,
    { account: account.number, kind: 'additions', patienceMs: 10 * SECOND_MS },
    async (held) => {
      const found = await records.ask(wholeAccount(account.number), selectRecordsToAddTo([...stored]));
      const how = await preparation(ctx, 'otlp');
      const all: AddedTo[] = [];
      const pace = new Pace();
      for (const record of found) {
        const own = rows.filter(
          (row) => recordId(row) === record.id && [0, record.project].includes(row.project_number),
        );
        const events: LogEvent[] = [];
        for (const row of own) events.push(await openEvent(ctx.sealer, row, pace));
        if (how.keys !== null) await keepMediaOfEvents(ctx, record.project, events);
        const whole = events.length === 0 ? null : await wholeOf(ctx, record);
        const added = whole && withEvents(record, whole, events, how);
        if (added) all.push(added);
        for (const { id } of own) done.add(id);
      }
      if (all.length === 0) return;
      const { admin } = records;
      await admin.change(account.number, stageAdditions(randomInt(2 ** 47), all), held);
      await admin.change(account.number, applyAdditions(), held);
    },
  );
  return done;
}

/** With its content. Null if it has some that cannot be read: it must not be replaced. */
async function wholeOf(ctx: Context, found: FoundRecord): Promise<CallRecord | ObservationRecord | null> {
  const { id, timestampMs, hasContent } = found;
  const record = found.isCall ? callOf(found) : observationOf(found);
  if (!hasContent) return record;
  const contents = await readContents(ctx, [{ ref: { id, timestampMs }, hasContent }], (content) => content);
  const content = contents.get(id);
  return content ? joinContent<CallRecord | ObservationRecord>(record, content) : null;
}

/** Null if the record has all of it. */
function withEvents(
  found: FoundRecord,
  before: CallRecord | ObservationRecord,
  logged: readonly LogEvent[],
  how: Preparation,
): AddedTo | null {
  const events = logged.map(({ event }) => event);
  const after =
    before.kind === 'call'
      ? callWith(before, events, how.contentLimit)
      : observationWith(before, events, how.contentLimit);
  if (JSON.stringify(after) === JSON.stringify(before)) return null;
  const now = prepare(after, { ...how, project: found.project, messages: null });
  const fresh = now.kind === 'call' ? now.row.call : now.row;
  const redacted = {
    piiRedacted: found.piiRedacted || fresh.piiRedacted,
    redactionMetadata: addedMetadata(found.redactionMetadata, fresh.redactionMetadata),
  };
  return {
    found,
    now:
      now.kind === 'call'
        ? { kind: 'call', row: { ...now.row, call: { ...now.row.call, ...redacted } } }
        : { kind: 'observation', row: { ...now.row, ...redacted } },
    content: placed(found, now.content),
  };
}

/** It expires with its record. */
const placed = ({ expiresAtMs }: FoundRecord, content: AddedTo['content']): AddedTo['content'] =>
  content && { ...content, expiresAtMs };

/** What the span itself said stays. */
function callWith(call: CallRecord, events: readonly SpanEvent[], limit: number): CallRecord {
  const meta = call.requestMeta ?? {};
  const late = contentOfLateEvents(events, limit);
  const added: JsonObject = {};
  for (const part of ['input', 'output', 'systemInstructions'] as const)
    if (late[part] !== undefined && meta[part] === undefined) added[part] = late[part];
  const requestMeta = { ...meta, ...added };
  const failure = call.error === null ? lateFailure(events, requestMeta['output'] !== undefined) : null;
  return {
    ...call,
    requestMeta,
    toolCalls: call.toolCalls ?? late.toolCalls,
    error: call.error ?? failure?.error ?? null,
    errorDetails: call.errorDetails ?? failure?.details ?? null,
  };
}

function observationWith(
  before: ObservationRecord,
  events: readonly SpanEvent[],
  limit: number,
): ObservationRecord {
  return {
    ...before,
    error: before.error ?? lateFailure(events, true)?.error ?? null,
    attributes: lateAttributes(before.attributes, events, limit),
  };
}

/** Only what can change is needed; the rest of the row stays. */
const callOf = (found: FoundRecord): CallRecord => ({
  kind: 'call',
  id: found.id,
  provider: found.provider,
  model: found.model,
  timestampMs: found.timestampMs,
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  costUsd: 0,
  latencyMs: 0,
  tags: {},
  error: found.error,
  errorDetails: found.errorDetails,
  traceId: null,
  spanId: null,
  parentSpanId: null,
  sessionId: null,
  toolCalls: found.toolCalls,
  piiRedacted: false,
  redactionMetadata: null,
  requestMeta: found.meta,
  usage: { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, outputText: 0, reasoning: 0, audio: 0 },
});

const observationOf = (found: FoundRecord): ObservationRecord => ({
  kind: 'observation',
  id: found.id,
  type: found.type,
  name: found.name,
  timestampMs: found.timestampMs,
  durationMs: 0,
  error: found.error,
  traceId: '',
  spanId: '',
  parentSpanId: null,
  sessionId: null,
  ...PLAIN_SPAN,
  attributes: found.meta ?? {},
});
