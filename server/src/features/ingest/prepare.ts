// From a record to what the writer stores: redacted, priced, its content dropped or sealed by what the account agreed to.
import { DAY_MS } from '#lib/clock';
import type { Pace } from '#lib/pace';
import {
  applyConsent,
  fingerprints,
  fingerprintSecret,
  isLargeToRedact,
  redactAhead,
  redactRecord,
  sealRecord,
  splitContent,
  type AccountKeys,
  type Content,
  type Redacted,
  type RedactedAhead,
} from '#content';
import type { Context } from '#core/context';
import { RESERVED_TAG, type Dropped } from '#core/receipts';
import type { PriceBook } from '#otlp';
import type { CallRecord, Incoming, StoredContent, StoredRecord } from '#records';
import { EVAL_RUN_TAG, isOwnTag } from '#semconv';
import { priceBookFor, priceCall } from '#features/model-prices';

/** What holds for all records of a request. */
export interface Preparation {
  ctx: Context;
  account: number;
  project: number;
  receivedAtMs: number;
  retentionMs: number;
  prices: PriceBook;
  /** Null unless the account lets content be stored. */
  keys: AccountKeys | null;
  /** What fingerprints of content are keyed with. */
  secret: string;
  /** Words of content are kept as hashes, so that it can be searched. */
  searchable: boolean;
  /** The service made the records itself, and may set its own tags. */
  own: boolean;
  /** What clients write in JSON as `error` is their own label; in spans it is whatever message an exception had. */
  errorIsLabel: boolean;
  /** Counted while records are prepared: tags of clients that are the service's own, and the latest of them. */
  reservedTags: { count: number; example: string };
}

export async function preparation(ctx: Context, from: 'json' | 'otlp' | 'service'): Promise<Preparation> {
  const { account } = ctx;
  const keys = account.consents.plaintextStorage
    ? (ctx.contentKeys.of(account) ?? (await ctx.contentKeys.load(account)))
    : null;
  return {
    ctx,
    account: account.number,
    project: (ctx.project ?? account.defaultProject).number,
    receivedAtMs: ctx.clock.now(),
    retentionMs: account.retentionDays * DAY_MS,
    prices: priceBookFor(account, ctx.config),
    keys,
    secret: fingerprintSecret(keys?.newest.key ?? null),
    searchable: ctx.config.contentSearch,
    own: from === 'service',
    errorIsLabel: from === 'json',
    reservedTags: { count: 0, example: '' },
  };
}

const UNNUMBERED_RUN = 0xffff_ffff;

/** A large record is redacted in pieces first. */
export const prepareInPieces = (
  record: StoredRecord,
  how: Preparation,
  pace: Pace,
): Incoming | Promise<Incoming> =>
  how.ctx.account.consents.piiRedaction && isLargeToRedact(record)
    ? redactAhead(record, pace).then((ahead) => prepare(record, how, ahead))
    : prepare(record, how);

export function prepare(sent: StoredRecord, how: Preparation, ahead: RedactedAhead | null = null): Incoming {
  const record = how.own || sent.kind === 'observation' ? sent : withoutOwnTags(sent, how);
  const { consents } = how.ctx.account;
  const {
    record: clean,
    piiRedacted,
    redactionMetadata,
  } = consents.piiRedaction ? redactRecord(record, ahead) : unredacted(record);
  const split = splitContent(clean, how);
  const { inputHash, toolsHash } = fingerprints(clean, split.content, how.secret);
  const { narrow, content } = applyConsent(split, consents);
  const sealed = seal(record, content, how);
  const belonging = {
    account: how.account,
    project: how.project,
    receivedAtMs: how.receivedAtMs,
    expiresAtMs: record.timestampMs + how.retentionMs,
    hasContent: sealed !== null,
  };
  if (narrow.kind === 'observation') {
    const row = { ...belonging, observation: narrow, piiRedacted, redactionMetadata, inputHash };
    return { id: record.id, kind: 'observation', row, content: sealed };
  }
  const { call, cost } = priceCall(narrow, how.prices);
  const row = { ...belonging, call, cost, evalRun: evalRunOf(call), inputHash, toolsHash };
  return { id: record.id, kind: 'call', row, content: sealed };
}

/** Budgets, alerts and lists leave out calls by these tags: a client must not take its calls out of them. */
function withoutOwnTags(call: CallRecord, { reservedTags }: Preparation): CallRecord {
  let tags: Record<string, string> | null = null;
  for (const key of Object.keys(call.tags)) {
    if (!isOwnTag(key)) continue;
    tags ??= { ...call.tags };
    delete tags[key];
    reservedTags.count += 1;
    reservedTags.example = key;
  }
  return tags ? { ...call, tags } : call;
}

/** For the receipts of a request. */
export const droppedTags = ({ reservedTags: { count, example } }: Preparation): Dropped[] =>
  count === 0 ? [] : [{ reason: RESERVED_TAG, count, example }];

const unredacted = (record: StoredRecord): Redacted<StoredRecord> => ({
  record,
  piiRedacted: record.kind === 'call' && record.piiRedacted,
  redactionMetadata: record.kind === 'call' ? record.redactionMetadata : null,
});

function seal(record: StoredRecord, content: Content | null, how: Preparation): StoredContent | null {
  if (content === null || how.keys === null) return null;
  return {
    account: how.account,
    id: record.id,
    timestampMs: record.timestampMs,
    expiresAtMs: record.timestampMs + how.retentionMs,
    ...sealRecord(how.keys, record, content, how.searchable),
  };
}

function evalRunOf({ tags }: CallRecord): number {
  const tag = tags[EVAL_RUN_TAG];
  if (tag === undefined) return 0;
  const run = Number(tag);
  return Number.isInteger(run) && run > 0 && run < UNNUMBERED_RUN ? run : UNNUMBERED_RUN;
}
