// Turns a record into the rows that the writer stores: redacted, priced, and with its content dropped or
// sealed, depending on the account's consents.
import { DAY_MS } from '#lib/clock';
import type { Pace } from '#lib/yield-to-event-loop';
// Imported from their own files, not from the index of content, so that the preparing thread does not load
// the stores.
import type { Consents } from '#core/access/accounts';
import { fingerprints, fingerprintSecret } from '#core/content/fingerprint';
import { isLargeToRedact, redactAhead, type RedactedAhead } from '#core/content/redact/redact-ahead';
import { redactRecord, type Redacted } from '#core/content/redact/redact-record';
import type { AccountKeys } from '#core/content/seal/content-keys';
import { messageMemory } from '#core/content/messages/message-memory';
import { RequestMessages, type SharedAt } from '#core/content/messages/request-messages';
import { shareMessages } from '#core/content/messages/share-messages';
import { skipKnown } from '#core/content/messages/skip-known';
import { REDACTION_VERSION } from '#core/content/redact/metadata';
import { sealRecord } from '#core/content/seal/seal-content';
import { applyConsent, splitContent } from '#core/content/split-content';
import { type Content } from '#core/content/content';
import { priceCall, type PriceBook } from '#otlp';
import type { CallRecord, Incoming, StoredContent, StoredRecord } from '#records';
import { EVAL_RUN_TAG, EXPERIMENT_TAG, isOwnTag, PLAYGROUND_TAG } from '#semconv';

/** Plain data without functions or services, so that it can be copied to the preparing thread. */
export interface AccountRules {
  account: number;
  consents: Consents;
  retentionDays: number;
  providers: readonly string[];
  /** Whether the strict door takes other providers too. */
  anyProvider: boolean;
  /** Null unless the account consented to stored content. */
  keys: AccountKeys | null;
  /** Whether hashes of the words in content are stored, for search. */
  searchable: boolean;
  /** Bytes of content that a call from a span keeps. */
  contentLimit: number;
}

/** The origin of records. `service`: created by the service itself, which may set reserved tags. */
export type From = 'json' | 'otlp' | 'service';

/** `strict`: /v1/ingest and /v1/traces, exactly as documented. `open`: accepts what any client sends. */
export type Door = 'strict' | 'open';

export interface RequestRules {
  from: From;
  door: Door;
  project: number;
  /** A project that the request names as a whole; it wins over the names on spans. */
  projectName?: string | undefined;
  receivedAtMs: number;
  /** Whether events of spans wait for their spans. */
  eventsWait?: boolean | undefined;
  /** The state of the account's stored messages. Null: contents have their own. */
  sharedMessages: number | null;
}

/** Applies to all records of a request. */
export interface Preparation extends AccountRules, RequestRules {
  retentionMs: number;
  prices: PriceBook;
  /** The key for fingerprints of content. */
  secret: string;
  /**
   * True for JSON, where `error` is a label that the client chose. In spans it is the message of an
   * exception.
   */
  errorIsLabel: boolean;
  /** The messages that contents of the request share. Null: every content has its own. */
  messages: RequestMessages | null;
  /** Reserved tags that clients sent, counted during preparation, and the latest of them. */
  reservedTags: { count: number; example: string };
}

/** The accepted time range. */
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
  { from, door, project, projectName, receivedAtMs, eventsWait, sharedMessages }: RequestRules,
): Preparation => ({
  ...rules,
  sharedMessages,
  messages: requestMessages(rules, receivedAtMs, sharedMessages),
  from,
  door,
  project,
  projectName,
  ...boundsOf(rules, { receivedAtMs }),
  eventsWait,
  prices,
  secret: fingerprintSecret(rules.keys?.newest.key ?? null),
  errorIsLabel: from === 'json',
  reservedTags: { count: 0, example: '' },
});

function requestMessages(
  { account, keys, searchable, consents }: AccountRules,
  nowMs: number,
  state: number | null,
): RequestMessages | null {
  if (keys === null || state === null) return null;
  const secret = fingerprintSecret(keys.newest.key);
  const rules = consents.piiRedaction ? `redacted by ${REDACTION_VERSION}` : 'as sent';
  return new RequestMessages({
    memory: messageMemory,
    account,
    keys,
    secret,
    rules,
    searchable,
    nowMs,
    state,
  });
}

const UNNUMBERED_RUN = 0xffff_ffff;

/** A large record is redacted in pieces first, with pauses for the event loop. */
export const prepareInPieces = (
  record: StoredRecord,
  how: Preparation,
  pace: Pace,
  isLarge = isLargeToRedact(record),
): Incoming | Promise<Incoming> => {
  const { messages } = how;
  const left = messages ? skipKnown(record, messages, sharedAt(record, how)) : record;
  return how.consents.piiRedaction && isLarge && (left === record || isLargeToRedact(left))
    ? redactAhead(left, pace).then((ahead) => prepare(left, how, ahead))
    : prepare(left, how);
};

const sharedAt = ({ timestampMs }: StoredRecord, { project, retentionMs }: Preparation): SharedAt => ({
  project,
  timestampMs,
  expiresAtMs: timestampMs + retentionMs,
});

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
  const { account, project, receivedAtMs } = how;
  const expiresAtMs = record.timestampMs + how.retentionMs;
  const hasContent = sealed !== null;
  if (narrow.kind === 'observation') {
    const row = {
      account,
      project,
      receivedAtMs,
      expiresAtMs,
      hasContent,
      observation: narrow,
      piiRedacted,
      redactionMetadata,
      inputHash,
    };
    return { id: record.id, kind: 'observation', row, content: sealed };
  }
  const { call, cost } = priceCall(narrow, how.prices);
  const row = {
    account,
    project,
    receivedAtMs,
    expiresAtMs,
    hasContent,
    call,
    cost,
    evalRun: evalRunOf(call),
    inputHash,
    toolsHash,
  };
  return { id: record.id, kind: 'call', row, content: sealed };
}

/** Budgets, alerts and lists omit calls with these tags, so a client must not be able to set them. */
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
  const at = sharedAt(record, how);
  const { expiresAtMs } = at;
  const shared = how.messages && shareMessages(content, how.messages, at);
  return {
    account: how.account,
    id: record.id,
    timestampMs: record.timestampMs,
    expiresAtMs,
    ...sealRecord(how.keys, record, content, how.searchable, shared),
  };
}

function evalRunOf({ tags }: CallRecord): number {
  const tag = tags[EVAL_RUN_TAG] ?? tags[PLAYGROUND_TAG] ?? tags[EXPERIMENT_TAG];
  if (tag === undefined) return 0;
  const run = Number(tag);
  return Number.isInteger(run) && run > 0 && run < UNNUMBERED_RUN ? run : UNNUMBERED_RUN;
}
