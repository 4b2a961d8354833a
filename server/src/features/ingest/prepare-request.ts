// Turns a request into records that are ready to be stored: on the preparing thread under load, otherwise here.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { Dropped } from '#services/receipts';
import type { Encoding } from '#otlp';
import type { Incoming } from '#records';
import { priceBookFor } from '#services/prices';
import { DuplicateCheck, type MatchedSpans } from './duplicate-spans/duplicate-check.ts';
import { makeRecords, type MadeRecords } from './make-records.ts';
import { makeSpans, type Bounds, type MadeSpans } from './make-spans.ts';
import { boundsOf, preparationBy, type RequestRules } from './prepare.ts';
import { droppedTags, requestRules, rulesOf } from './preparation.ts';
import type { Ready } from './ready.ts';
import { storedCallsOf, summaryOf } from './summary.ts';
import type { Made } from './thread/messages.ts';
import { threadFor } from './thread/thread-for.ts';

type PreparedRecords = MadeRecords & { ready: Ready; dropped: Dropped[] };

export type PreparedSpans = Omit<MadeSpans, 'duplicates'> & {
  ready: Ready;
  dropped: Dropped[];
  spans: MatchedSpans;
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

const nothingKnown = (): ReadonlySet<string> => new Set();
const wrongResult = () =>
  new Error('The preparing thread returned another kind of result than was requested.');

export async function prepareRecords(ctx: Context, bytes: Buffer): Promise<PreparedRecords> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'json');
  if (thread) {
    const { records, ...made } = await thread.prepare(ctx, rules, request, bytes, null, nothingKnown);
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

export async function prepareSpans(ctx: Context, bytes: Buffer, encoding: Encoding): Promise<PreparedSpans> {
  const thread = threadFor(ctx, bytes.length);
  const rules = await rulesOf(ctx);
  const request = requestRules(ctx, 'otlp');
  const check = new DuplicateCheck(ctx, request);
  const matchStored = check.matchStored.bind(check);
  const beside = { request, bounds: boundsOf(rules, request) };
  if (thread) {
    const { spans, ...made } = await thread.prepare(ctx, rules, request, bytes, encoding, matchStored);
    if (!spans) throw wrongResult();
    const ready = readyThere(made);
    return {
      ...spans,
      ...beside,
      dropped: droppedTags(made.reservedTags),
      ready,
      spans: check.spans(spans.duplicates),
    };
  }
  const pace = new Pace();
  await pace.rest();
  const how = preparationBy(rules, priceBookFor(ctx.account, ctx.config), request);
  const incoming: Incoming[] = [];
  const take = (record: Incoming) => incoming.push(record);
  const { duplicates, ...made } = await makeSpans(bytes, encoding, how, pace, matchStored, take);
  return {
    ...made,
    ...beside,
    ready: readyHere(incoming),
    dropped: droppedTags(how.reservedTags),
    spans: check.spans(duplicates),
  };
}
