// Turns a request into records that are ready to be stored, on the preparing thread under load and otherwise
// here, and stores them.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { PeerName } from '#core/endpoint';
import { hooksOf, needsCalls, type StoredCall } from '#core/hooks';
import type { Dropped } from '#services/receipts';
import type { Encoding, Span } from '#otlp';
import type { EncodedRecords, Incoming, WriteOutcome } from '#records';
import { RecordsEncoder } from '#records/writer/rows/encode-records';
import { namedProjects } from '#services/named-projects';
import { priceBookFor } from '#services/prices';
import { promptIdsByNumber } from '#services/record-access';
import { DuplicateCheck, type MatchedSpans } from './duplicate-spans/duplicate-check.ts';
import { makeLogs, type AgentCounts } from './make-logs.ts';
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
import { addToSummary, emptySummary, storedCallsOf, summaryOf, type Summary } from './summary.ts';
import type { Made, SentBody } from './thread/messages.ts';
import type { IngestThread } from './thread/ingest-thread.ts';
import { threadFor } from './thread/thread-for.ts';

/** Records that are ready to be stored, whichever thread prepared them. */
export type Ready = Summary & {
  /** Null if the caller did not ask for them. */
  calls: () => readonly StoredCall[] | null;
} & ({ incoming: readonly Incoming[] } | { encoded: EncodedRecords });

type PreparedRecords = MadeRecords & { ready: Ready; dropped: Dropped[]; request: RequestRules };

export type PreparedSpans = Omit<MadeSpans, 'nested'> & {
  ready: Ready;
  dropped: Dropped[];
  spans: MatchedSpans[];
  request: RequestRules;
  bounds: Bounds;
};

export const readyHere = (incoming: readonly Incoming[]): Ready => ({
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
}: Pick<Made, 'count' | 'observations' | 'unpriced' | 'encoded' | 'calls'>): Ready => ({
  count,
  observations,
  unpriced,
  encoded,
  calls: () => calls,
});

/** Encodes each record at once, if the store takes rows, so that few records are in memory at the same time. */
function gathering(ctx: Context): { take: (record: Incoming) => void; ready: () => Ready } {
  if (!ctx.records.writeEncoded) {
    const incoming: Incoming[] = [];
    return { take: (record) => incoming.push(record), ready: () => readyHere(incoming) };
  }
  const summary = emptySummary();
  const encoder = new RecordsEncoder(FIRST_BYTES);
  const calls: StoredCall[] | null = needsCalls(ctx) ? [] : null;
  return {
    take: (record) => {
      addToSummary(summary, record);
      encoder.add(record);
      calls?.push(...storedCallsOf(record));
    },
    ready: () => ({ ...summary, encoded: encoder.encoded(), calls: () => calls }),
  };
}

const FIRST_BYTES = 16 * 1_024;

const NOTHING_KNOWN: SpanLookUp = {
  matchStored: () => ({ found: new Map(), refuted: new Set() }),
  findProjects: async () => new Map(),
  findPrompts: async () => [],
};
const wrongResult = () =>
  new Error('The preparing thread returned another kind of result than was requested.');

export async function prepareRecords(ctx: Context, bytes: Buffer): Promise<PreparedRecords> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'json');
  if (thread) {
    const { records, ...made } = await thread.prepare(
      ctx,
      rules,
      request,
      bytes,
      { kind: 'records' },
      NOTHING_KNOWN,
    );
    if (!records) throw wrongResult();
    return { ...records, request, dropped: droppedTags(made.reservedTags), ready: readyThere(made) };
  }
  const pace = new Pace(ctx.account);
  await pace.rest();
  const how = preparationBy(rules, priceBookFor(ctx.account, ctx.config), request);
  const incoming: Incoming[] = [];
  const made = await makeRecords(bytes, how, pace, (record) => incoming.push(record));
  return { ...made, request, ready: readyHere(incoming), dropped: droppedTags(how.reservedTags) };
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
  const sent = { kind: 'traces', encoding } as const;
  return (await prepareThere(ctx, thread, rules, request, bytes, sent)).prepared;
}

/** The same for an export of log records. */
export async function prepareLogs(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  projectName?: string,
): Promise<{ prepared: PreparedSpans; events: AgentCounts }> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp', 'open', projectName);
  if (!thread) {
    let events: AgentCounts | null = null;
    const prepared = await prepareHere(ctx, rules, request, async (how, pace, lookUp, take) => {
      const made = await makeLogs(bytes, encoding, how, pace, lookUp, take);
      ({ events } = made);
      return made;
    });
    return { prepared, events: events ?? NO_EVENTS };
  }
  const { prepared, events } = await prepareThere(ctx, thread, rules, request, bytes, {
    kind: 'logs',
    encoding,
  });
  if (!events) throw wrongResult();
  return { prepared, events };
}

const NO_EVENTS: AgentCounts = { passed: 0, example: '', other: 0 };

async function prepareThere(
  ctx: Context,
  thread: IngestThread,
  rules: AccountRules,
  request: RequestRules,
  bytes: Buffer,
  sent: SentBody,
): Promise<{ prepared: PreparedSpans; events: AgentCounts | null }> {
  const { check, lookUp } = lookUpOf(ctx, request);
  const made = await thread.prepare(ctx, rules, request, bytes, sent, lookUp);
  return { prepared: preparedThere(made, rules, request, check), events: made.events };
}

function preparedThere(
  { spans, ...made }: Made,
  rules: AccountRules,
  request: RequestRules,
  check: DuplicateCheck,
): PreparedSpans {
  if (!spans) throw wrongResult();
  return {
    ...spans,
    request,
    bounds: boundsOf(rules, request),
    ready: readyThere(made),
    dropped: droppedTags(made.reservedTags),
    spans: check.spans(spans.nested),
  };
}

/** A body of another back end's client. */
interface OtherBody {
  bytes: Buffer;
  contentType: string;
  peer: PeerName;
}

/** The thread reads the body, and prepares its spans. Returns the body if the main thread has to read it. */
export async function prepareOtherBody(
  ctx: Context,
  thread: IngestThread,
  { bytes, contentType, peer }: OtherBody,
): Promise<{ prepared: PreparedSpans; notes: unknown } | { unread: Buffer }> {
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp', 'open');
  const { check, lookUp } = lookUpOf(ctx, request);
  const sent = { kind: 'other', peer, contentType } as const;
  const made = await thread.prepare(ctx, rules, request, bytes, sent, lookUp);
  if (made.unread) return { unread: Buffer.from(made.unread) };
  if (!made.other) throw wrongResult();
  const { rejected, notes } = made.other;
  const prepared = preparedThere(made, rules, request, check);
  prepared.rejected = [...rejected, ...prepared.rejected];
  return { prepared, notes };
}

/** Spans that did not arrive as OTLP: records of other clients. The list is emptied. `pace` is that of the work so far. */
export async function prepareOtherSpans(
  ctx: Context,
  spans: Span[],
  projectName?: string,
  pace?: Pace,
): Promise<PreparedSpans> {
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp', 'open', projectName);
  return prepareHere(
    ctx,
    rules,
    request,
    (how, ownPace, lookUp, take) => makeOfSpans(spans, how, ownPace, lookUp, take),
    pace,
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
  begun?: Pace,
): Promise<PreparedSpans> {
  const { check, lookUp } = lookUpOf(ctx, request);
  const pace = begun ?? new Pace(ctx.account);
  if (!begun) await pace.rest();
  const how = preparationBy(rules, priceBookFor(ctx.account, ctx.config), request);
  const { take, ready } = gathering(ctx);
  const { nested, ...made } = await make(how, pace, lookUp, take);
  return {
    ...made,
    request,
    bounds: boundsOf(rules, request),
    ready: ready(),
    dropped: droppedTags(how.reservedTags),
    spans: check.spans(nested),
  };
}

function lookUpOf(ctx: Context, request: RequestRules): { check: DuplicateCheck; lookUp: SpanLookUp } {
  const check = new DuplicateCheck(ctx, request.receivedAtMs);
  return {
    check,
    lookUp: {
      matchStored: check.matchStored.bind(check),
      findProjects: (names) => namedProjects(ctx, names),
      findPrompts: (asked) => promptIdsByNumber(ctx, asked),
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
