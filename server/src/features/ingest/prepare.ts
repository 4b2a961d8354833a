// From a record to what the writer stores: redacted, priced, its content dropped or sealed by what the account agreed to.
import { DAY_MS } from '#lib/clock';
import type { Pace } from '#lib/pace';
// From their own files, and not from the index of content: the preparing thread loads what is here and nothing of the stores.
import type { Consents } from '#core/access/accounts';
import { applyConsent } from '#core/content/consent';
import { fingerprints, fingerprintSecret } from '#core/content/fingerprint';
import { isLargeToRedact, redactAhead, type RedactedAhead } from '#core/content/redact/redact-ahead';
import { redactRecord, type Redacted } from '#core/content/redact/redact-record';
import type { AccountKeys } from '#core/content/seal/content-keys';
import { sealRecord } from '#core/content/seal/seal-record';
import { splitContent } from '#core/content/split-content';
import { type Content } from '#core/content/content';
import { priceCall, type PriceBook } from '#otlp';
import type { CallRecord, Incoming, StoredContent, StoredRecord } from '#records';
import { EVAL_RUN_TAG, isOwnTag } from '#semconv';

/** What the records of an account are prepared by. No functions and no services: another thread can have a copy. */
export interface AccountRules {
  account: number;
  consents: Consents;
  retentionDays: number;
  providers: readonly string[];
  /** Null unless the account lets content be stored. */
  keys: AccountKeys | null;
  /** Words of content are kept as hashes, so that it can be searched. */
  searchable: boolean;
}

/** Where records come from. `service`: the service made them itself, and may set its own tags. */
export type From = 'json' | 'otlp' | 'service';

export interface RequestRules {
  from: From;
  project: number;
  receivedAtMs: number;
}

/** What holds for all records of a request. */
export interface Preparation extends AccountRules, RequestRules {
  retentionMs: number;
  prices: PriceBook;
  /** What fingerprints of content are keyed with. */
  secret: string;
  /** What clients write in JSON as `error` is their own label; in spans it is whatever message an exception had. */
  errorIsLabel: boolean;
  /** Counted while records are prepared: tags of clients that are the service's own, and the latest of them. */
  reservedTags: { count: number; example: string };
}

/** By which the time of a record is taken or not. */
export const boundsOf = (
  { retentionDays }: Pick<AccountRules, 'retentionDays'>,
  { receivedAtMs }: Pick<RequestRules, 'receivedAtMs'>,
): Pick<Preparation, 'receivedAtMs' | 'retentionMs'> => ({
  receivedAtMs,
  retentionMs: retentionDays * DAY_MS,
});

export const preparationBy = (
  rules: AccountRules,
  prices: PriceBook,
  { from, project, receivedAtMs }: RequestRules,
): Preparation => ({
  ...rules,
  from,
  project,
  ...boundsOf(rules, { receivedAtMs }),
  prices,
  secret: fingerprintSecret(rules.keys?.newest.key ?? null),
  errorIsLabel: from === 'json',
  reservedTags: { count: 0, example: '' },
});

const UNNUMBERED_RUN = 0xffff_ffff;

/** A large record is redacted in pieces first. */
export const prepareInPieces = (
  record: StoredRecord,
  how: Preparation,
  pace: Pace,
): Incoming | Promise<Incoming> =>
  how.consents.piiRedaction && isLargeToRedact(record)
    ? redactAhead(record, pace).then((ahead) => prepare(record, how, ahead))
    : prepare(record, how);

export function prepare(sent: StoredRecord, how: Preparation, ahead: RedactedAhead | null = null): Incoming {
  const record = how.from === 'service' || sent.kind === 'observation' ? sent : withoutOwnTags(sent, how);
  const { consents } = how;
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
