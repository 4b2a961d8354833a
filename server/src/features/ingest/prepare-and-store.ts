// Turns requests into rows that are ready to be stored, and stores them.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { hooksOf, needsCalls } from '#core/hooks';
import type { Dropped } from '#services/receipts';
import type { Encoding, LogEvent, Span } from '#otlp';
import type { WriteOutcome } from '#records';
import { keepFiles } from '#services/media';
import { namedProjects } from '#services/named-projects';
import { priceBookFor } from '#services/prices';
import { promptIdsByNumber } from '#services/record-access';
import { runsOf } from '#services/runs';
import { DuplicateCheck, type MatchedSpans } from './duplicate-spans/duplicate-check.ts';
import { RowGatherer, type PreparedRows } from './gather-rows.ts';
import type { AgentCounts } from './make-logs.ts';
import type { MadeRecords } from './make-records.ts';
import { makeOfSpans, type Bounds, type MadeSpans } from './make-spans.ts';
import { eventsWait, findEvents, waitingEventBytes } from './span-events/waiting-events.ts';
import { boundsOf, preparationBy, type Door, type From, type RequestRules } from './prepare.ts';
import type { Body, Prepared } from './prepare-body.ts';
import { droppedTags, requestRules, rulesOf } from './preparation.ts';
import type { PrepareOrder, Preparer } from './preparer.ts';
import { learnMessages, preparerFor } from './thread/choose-preparer.ts';

type PreparedRecords = MadeRecords & { rows: PreparedRows; dropped: Dropped[]; request: RequestRules };

export type PreparedSpans = Omit<MadeSpans, 'nested'> & {
  rows: PreparedRows;
  dropped: Dropped[];
  spans: MatchedSpans[];
  request: RequestRules;
  bounds: Bounds;
};

type Order = PrepareOrder & { check: DuplicateCheck };

async function orderFor(ctx: Context, from: From, door?: Door, projectName?: string): Promise<Order> {
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, from, door, projectName);
  if (from === 'otlp') request.eventsWait = await eventsWait(ctx);
  const check = new DuplicateCheck(ctx, request.receivedAtMs);
  return {
    rules,
    request,
    check,
    lookUp: {
      matchStored: check.matchStored.bind(check),
      findProjects: (names) => namedProjects(ctx, names),
      findPrompts: (asked) => promptIdsByNumber(ctx, asked),
      findEvents: (project, traceIds) => findEvents(ctx, project, traceIds),
      keepMedia: (project, files) => keepFiles(ctx, project, files),
    },
  };
}

const spansOf = (
  { rules, request, check }: Order,
  rows: PreparedRows,
  { nested, ...made }: MadeSpans,
  reservedTags: Prepared['reservedTags'],
): PreparedSpans => ({
  ...made,
  rows,
  request,
  bounds: boundsOf(rules, request),
  dropped: droppedTags(reservedTags),
  spans: check.spans(nested),
});

export async function prepareRecords(ctx: Context, bytes: Buffer): Promise<PreparedRecords> {
  const preparer = preparerFor(ctx, bytes.length);
  const order = await orderFor(ctx, 'json');
  const body = { kind: 'records', form: {}, bytes } as const;
  const { found, reservedTags, ...rows } = await preparer.prepare(ctx, order, body);
  return { ...found, rows, request: order.request, dropped: droppedTags(reservedTags) };
}

export async function prepareSpans(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  door: Door,
  projectName?: string,
): Promise<PreparedSpans> {
  const order = await orderFor(ctx, 'otlp', door, projectName);
  const preparer = preparerFor(ctx, Math.max(bytes.length, waitingEventBytes(ctx)));
  const body = { kind: 'traces', form: { encoding }, bytes } as const;
  const { found, reservedTags, ...rows } = await preparer.prepare(ctx, order, body);
  return spansOf(order, rows, found, reservedTags);
}

/** The same for an export of log records. */
export async function prepareLogs(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  projectName?: string,
): Promise<{ prepared: PreparedSpans; events: AgentCounts; ofSpans: readonly LogEvent[] }> {
  const preparer = preparerFor(ctx, bytes.length);
  const order = await orderFor(ctx, 'otlp', 'open', projectName);
  const body = { kind: 'logs', form: { encoding }, bytes } as const;
  const { found, reservedTags, ...rows } = await preparer.prepare(ctx, order, body);
  const { events, ofSpans, ...made } = found;
  return { prepared: spansOf(order, rows, made, reservedTags), events, ofSpans };
}

/** A body of another back end's client. Returns the body if only the main thread can read it. */
export async function prepareOtherBody(
  ctx: Context,
  preparer: Preparer,
  { form, bytes }: Omit<Body<'other'>, 'kind'>,
): Promise<{ prepared: PreparedSpans; notes: unknown } | { unread: Buffer }> {
  const order = await orderFor(ctx, 'otlp', 'open');
  const body = { kind: 'other', form, bytes } as const;
  const { found, reservedTags, ...rows } = await preparer.prepare(ctx, order, body);
  if ('unread' in found) {
    const { buffer, byteOffset, byteLength } = found.unread;
    return { unread: Buffer.from(buffer, byteOffset, byteLength) };
  }
  return { prepared: spansOf(order, rows, found, reservedTags), notes: found.notes };
}

/**
 * Spans that did not arrive as OTLP, and that this thread has read: records of other clients. The list is emptied.
 * `begun` is the pace of the work so far.
 */
export async function prepareOtherSpans(
  ctx: Context,
  spans: Span[],
  projectName?: string,
  begun?: Pace,
): Promise<PreparedSpans> {
  const order = await orderFor(ctx, 'otlp', 'open', projectName);
  const pace = begun ?? new Pace(ctx.account);
  if (!begun) await pace.rest();
  const how = preparationBy(order.rules, priceBookFor(ctx.account, ctx.config), order.request);
  const gatherer = new RowGatherer(needsCalls(ctx));
  const found = await makeOfSpans(spans, how, pace, order.lookUp, gatherer.take);
  return spansOf(order, gatherer.rows(how.messages), found, how.reservedTags);
}

const NOTHING: WriteOutcome = { status: 'stored', stored: 0, duplicates: 0 };

export async function storeRows(
  ctx: Context,
  { count, calls, encoded, runs, newMessages }: PreparedRows,
): Promise<WriteOutcome> {
  const { account, records } = ctx;
  const hooks = hooksOf(ctx);
  const outcome =
    count === 0
      ? NOTHING
      : await records.write({
          account: account.number,
          quota: account.recordQuota,
          encoded,
          returnFresh: hooks.some(({ needsFreshIds }) => needsFreshIds?.(ctx) === true),
          returnUsed: true,
        });
  if (outcome.status === 'stored') {
    if (outcome.stored > 0) learnMessages(ctx, newMessages);
    runsOf(ctx).touched(account.number, runs);
  }
  for (const { onCallsStored } of hooks) onCallsStored?.(ctx, calls, outcome);
  for (const { onRecordsStored } of hooks) onRecordsStored?.(ctx, outcome);
  return outcome;
}
