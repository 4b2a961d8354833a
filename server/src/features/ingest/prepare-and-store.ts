// Turns a request into records that are ready to be stored, on the preparing thread under load and otherwise
// here, and stores them.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { hooksOf, needsCalls, type StoredCall } from '#core/hooks';
import type { Dropped } from '#services/receipts';
import type { Encoding, Span } from '#otlp';
import type { EncodedRecords, Incoming, WriteOutcome } from '#records';
import { namedProjects } from '#services/named-projects';
import { priceBookFor } from '#services/prices';
import { DuplicateCheck, type MatchedSpans } from './duplicate-spans/duplicate-check.ts';
import { makeRecords, type MadeRecords } from './make-records.ts';
import { makeOfSpans, makeSpans, type Bounds, type MadeSpans, type SpanLookUp } from './make-spans.ts';
import {
  boundsOf,
  preparationBy,
  type AccountRules,
  type Door,
  type Preparation,
  type RequestRules,
} from './prepare.ts';
import { droppedTags, requestRules, rulesOf } from './preparation.ts';
import { storedCallsOf, summaryOf, type Summary } from './summary.ts';
import type { Made } from './thread/messages.ts';
import { threadFor } from './thread/thread-for.ts';

/** Records that are ready to be stored, whichever thread prepared them. */
export type Ready = Summary & {
  /** Null if the caller did not ask for them. */
  calls: () => readonly StoredCall[] | null;
} & ({ incoming: readonly Incoming[] } | { encoded: EncodedRecords });

type PreparedRecords = MadeRecords & { ready: Ready; dropped: Dropped[] };

export type PreparedSpans = Omit<MadeSpans, 'duplicates'> & {
  ready: Ready;
  dropped: Dropped[];
  spans: MatchedSpans[];
  request: RequestRules;
  bounds: Bounds;
};

const readyHere = (incoming: readonly Incoming[]): Ready => ({
  ...summaryOf(incoming),
  incoming,
  calls: () => incoming.flatMap(storedCallsOf),
});

const readyThere = ({
  count,
  observations,
  unpriced,
  encoded,
  calls,
}: Omit<Made, 'records' | 'spans'>): Ready => ({
  count,
  observations,
  unpriced,
  encoded,
  calls: () => calls,
});

const NOTHING_KNOWN: SpanLookUp = { matchStored: () => new Set(), findProjects: async () => new Map() };
const wrongResult = () =>
  new Error('The preparing thread returned another kind of result than was requested.');

export async function prepareRecords(ctx: Context, bytes: Buffer): Promise<PreparedRecords> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'json');
  if (thread) {
    const { records, ...made } = await thread.prepare(ctx, rules, request, bytes, null, NOTHING_KNOWN);
    if (!records) throw wrongResult();
    return { ...records, dropped: droppedTags(made.reservedTags), ready: readyThere(made) };
  }
  const pace = new Pace();
  await pace.rest();
  const how = preparationBy(rules, priceBookFor(ctx.account, ctx.config), request);
  const incoming: Incoming[] = [];
  const made = await makeRecords(bytes, how, pace, (record) => incoming.push(record));
  return { ...made, ready: readyHere(incoming), dropped: droppedTags(how.reservedTags) };
}

export async function prepareSpans(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  door: Door,
  projectName?: string,
): Promise<PreparedSpans> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp', door, projectName);
  if (!thread) {
    return prepareHere(ctx, rules, request, (how, pace, lookUp, take) =>
      makeSpans(bytes, encoding, how, pace, lookUp, take),
    );
  }
  const { check, lookUp } = lookUpOf(ctx, request);
  const { spans, ...made } = await thread.prepare(ctx, rules, request, bytes, encoding, lookUp);
  if (!spans) throw wrongResult();
  return {
    ...spans,
    request,
    bounds: boundsOf(rules, request),
    ready: readyThere(made),
    dropped: droppedTags(made.reservedTags),
    spans: check.spans(spans.duplicates),
  };
}

/** Spans that did not arrive as OTLP: other clients' records, and log records of coding agents. */
export async function prepareOtherSpans(
  ctx: Context,
  spans: readonly Span[],
  projectName?: string,
): Promise<PreparedSpans> {
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp', 'open', projectName);
  return prepareHere(ctx, rules, request, (how, pace, lookUp, take) =>
    makeOfSpans(spans, how, pace, lookUp, take),
  );
}

async function prepareHere(
  ctx: Context,
  rules: AccountRules,
  request: RequestRules,
  make: (
    how: Preparation,
    pace: Pace,
    lookUp: SpanLookUp,
    take: (record: Incoming) => void,
  ) => Promise<MadeSpans>,
): Promise<PreparedSpans> {
  const { check, lookUp } = lookUpOf(ctx, request);
  const pace = new Pace();
  await pace.rest();
  const how = preparationBy(rules, priceBookFor(ctx.account, ctx.config), request);
  const incoming: Incoming[] = [];
  const { duplicates, ...made } = await make(how, pace, lookUp, (record) => incoming.push(record));
  return {
    ...made,
    request,
    bounds: boundsOf(rules, request),
    ready: readyHere(incoming),
    dropped: droppedTags(how.reservedTags),
    spans: check.spans(duplicates),
  };
}

function lookUpOf(ctx: Context, request: RequestRules): { check: DuplicateCheck; lookUp: SpanLookUp } {
  const check = new DuplicateCheck(ctx, request.receivedAtMs);
  return {
    check,
    lookUp: {
      matchStored: check.matchStored.bind(check),
      findProjects: (names) => namedProjects(ctx, names),
    },
  };
}

const NOTHING: WriteOutcome = { status: 'stored', stored: 0, duplicates: 0 };

export async function storeReady(ctx: Context, ready: Ready): Promise<WriteOutcome> {
  // Read before the write, so that the records can be freed before they are on disk.
  const hooks = hooksOf(ctx);
  const calls = needsCalls(ctx) ? ready.calls() : null;
  const outcome = ready.count === 0 ? NOTHING : await write(ctx, ready);
  for (const { onCallsStored } of hooks) onCallsStored?.(ctx, calls, outcome);
  for (const { onRecordsStored } of hooks) onRecordsStored?.(ctx, outcome);
  return outcome;
}

function write(ctx: Context, ready: Ready): Promise<WriteOutcome> {
  const { account, records } = ctx;
  const order = {
    account: account.number,
    quota: account.recordQuota,
    tellFresh: hooksOf(ctx).some((hooks) => hooks.needsFreshIds?.(ctx) === true),
    tellUsed: true,
  };
  if ('incoming' in ready) return records.write({ ...order, records: ready.incoming });
  if (!records.writeEncoded) throw new Error('Records were encoded for a store that does not take rows.');
  return records.writeEncoded({ ...order, encoded: ready.encoded });
}
