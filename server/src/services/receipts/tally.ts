// Counts records and requests in memory. The memory is limited, even if a client sends a new user agent with
// every request. It runs once per request, so it only looks up and adds: text is cleaned for a new sender,
// and redacted when it is taken.
import { HOUR_MS } from '#lib/clock';
import { redactText } from '#content';
import type { PeerName } from '#core/endpoint';
import type { RecordRejectionCode } from './rejection-codes.ts';
import type { ReceiptRow } from './store.ts';

export interface TallySource {
  keyId: string;
  /** The user agent. */
  client: string;
  /** Name of the instrumentation scope; empty if there is none. */
  scope: string;
  endpoint: 'ingest' | 'traces' | 'logs' | 'metrics' | 'scores' | PeerName;
}

export interface ReceiptOutcome {
  /** Newly stored calls and observations. */
  accepted: number;
  /** Records that were already stored. */
  duplicates: number;
  /** Observations among both of these. */
  observations: number;
  /** Calls without a price among both of these. */
  unpriced: number;
  rejections: readonly Rejected[];
  /** Parts that were left out of stored records. */
  dropped?: readonly Dropped[];
}

interface Rejected {
  /** A code, or a sentence with the code beside it. */
  reason: string;
  code?: RecordRejectionCode;
  /** The invalid field. */
  field?: string;
  /** The rejected value, if a hint names it. */
  value?: string;
  count: number;
  example: string;
}

/** For tags that begin with `tracewell.`, which only the service may set. */
export const RESERVED_TAG = 'reserved_tag';

export interface Dropped {
  reason: typeof RESERVED_TAG;
  count: number;
  example: string;
}

/** Stands for senders and reasons beyond the limits. */
export const OTHER = 'other';

const MAX_SOURCES = 200;
const MAX_REASONS = 30;
/** For all senders of an account, in addition to the row `other` of each sender. */
const MAX_ACCOUNT_REASONS = 600;
const MAX_CLIENT = 120;
const MAX_SCOPE = 80;
const MAX_REASON = 120;
const MAX_EXAMPLE = 200;
const MAX_RAW = 1_000;

interface Entry {
  row: ReceiptRow;
  dirty: boolean;
  reasons: Map<string, Entry> | null;
}

interface AccountHour {
  hour: number;
  sources: Map<string, Entry>;
  reasons: number;
}

const cut = (text: string, max: number): string => (text.length > max ? text.slice(0, max) : text);

/** Text that both engines accept. A copy, because a slice would keep the whole original in memory. */
const clean = (text: string, max: number): string =>
  Buffer.from(cut(text, max).replaceAll('\u0000', '').toWellFormed()).toString();

/** Redacts before it cuts, because half a secret is not recognised. */
const presentable = (text: string, max: number): string =>
  text === '' ? '' : clean(redactText(cut(text, MAX_RAW)).text, max);

export class Tally {
  readonly #accounts = new Map<string, AccountHour>();
  #dirty: Entry[] = [];

  note(accountId: string, source: TallySource, outcome: ReceiptOutcome, now: number): void {
    const account = this.#account(accountId, now);
    const entry = this.#source(account, accountId, source);
    const { row } = entry;
    row.requests += 1;
    row.accepted += outcome.accepted;
    row.duplicates += outcome.duplicates;
    row.observations += outcome.observations;
    row.unpriced += outcome.unpriced;
    this.#touch(entry, now);
    // No record was rejected, so they count only in the row of their reason.
    for (const { reason, count, example } of outcome.dropped ?? []) {
      const cause = this.#reason(account, entry, { reason });
      cause.row.rejected += count;
      cause.row.example = example;
      this.#touch(cause, now);
    }
    for (const rejected of outcome.rejections) {
      const { count, example, value = '' } = rejected;
      row.rejected += count;
      const cause = this.#reason(account, entry, rejected);
      cause.row.rejected += count;
      cause.row.example = example;
      if (value !== '') cause.row.value = value;
      this.#touch(cause, now);
    }
  }

  refused(accountId: string, source: TallySource, reason: string, example: string, now: number): void {
    const account = this.#account(accountId, now);
    const entry = this.#source(account, accountId, source);
    entry.row.requests += 1;
    entry.row.refused += 1;
    this.#touch(entry, now);
    const cause = this.#reason(account, entry, { reason });
    cause.row.refused += 1;
    cause.row.example = example;
    this.#touch(cause, now);
  }

  /** The counts since the last call. */
  take(): ReceiptRow[] {
    const taken = this.#dirty;
    this.#dirty = [];
    return taken.map((entry) => {
      const row = copyOf(entry);
      Object.assign(entry.row, NOTHING);
      entry.dirty = false;
      return row;
    });
  }

  /** The same for one account, without resetting the counts. */
  waiting(accountId: string): ReceiptRow[] {
    return this.#dirty.filter(({ row }) => row.account_id === accountId).map(copyOf);
  }

  /** Forgets senders of past hours. Their counts can still be taken. */
  forget(now: number): void {
    const hour = now - (now % HOUR_MS);
    for (const [id, account] of this.#accounts) if (account.hour !== hour) this.#accounts.delete(id);
  }

  #account(id: string, now: number): AccountHour {
    const hour = now - (now % HOUR_MS);
    const known = this.#accounts.get(id);
    if (known?.hour === hour) return known;
    const fresh: AccountHour = { hour, sources: new Map(), reasons: 0 };
    this.#accounts.set(id, fresh);
    return fresh;
  }

  #source(account: AccountHour, accountId: string, source: TallySource): Entry {
    const client = cut(source.client, MAX_CLIENT);
    const scope = cut(source.scope, MAX_SCOPE);
    const key = `${source.keyId}\u0000${source.endpoint}\u0000${client}\u0000${scope}`;
    const known = account.sources.get(key);
    if (known) return known;
    if (account.sources.size < MAX_SOURCES) return newSource(account, accountId, key, source);
    const other = { keyId: '', client: OTHER, scope: '', endpoint: source.endpoint };
    return account.sources.get(other.endpoint) ?? newSource(account, accountId, other.endpoint, other);
  }

  #reason(account: AccountHour, source: Entry, given: Pick<Rejected, 'reason' | 'code' | 'field'>): Entry {
    const { reason, code = '', field = '' } = given;
    const reasons = (source.reasons ??= new Map());
    const seen = cut(reason, MAX_REASON);
    const known = reasons.get(seen);
    if (known) return known;
    if (reasons.size >= MAX_REASONS || account.reasons >= MAX_ACCOUNT_REASONS) {
      return reasons.get(OTHER) ?? newReason(reasons, source, { reason: OTHER, code: '', field: '' });
    }
    account.reasons += 1;
    // A reason may contain the name of a tag, which the sender chose.
    const name = presentable(reason, MAX_REASON) || OTHER;
    const entry =
      reasons.get(name) ??
      newReason(reasons, source, { reason: name, code, field: presentable(field, MAX_REASON) });
    reasons.set(seen, entry);
    return entry;
  }

  #touch(entry: Entry, now: number): void {
    entry.row.last_seen_at = now;
    if (entry.dirty) return;
    entry.dirty = true;
    this.#dirty.push(entry);
  }
}

const NOTHING = {
  requests: 0,
  accepted: 0,
  duplicates: 0,
  observations: 0,
  unpriced: 0,
  rejected: 0,
  refused: 0,
  example: '',
  value: '',
} as const;

function copyOf({ row }: Entry): ReceiptRow {
  const { example, value } = row;
  return { ...row, example: presentable(example, MAX_EXAMPLE), value: presentable(value, MAX_REASON) };
}

function newSource(account: AccountHour, accountId: string, key: string, source: TallySource): Entry {
  const entry: Entry = {
    row: {
      account_id: accountId,
      hour: account.hour,
      key_id: source.keyId,
      endpoint: source.endpoint,
      client: clean(source.client, MAX_CLIENT),
      scope: clean(source.scope, MAX_SCOPE),
      reason: '',
      code: '',
      field: '',
      ...NOTHING,
      last_seen_at: 0,
    },
    dirty: false,
    reasons: null,
  };
  account.sources.set(key, entry);
  return entry;
}

function newReason(
  reasons: Map<string, Entry>,
  source: Entry,
  coded: Pick<ReceiptRow, 'reason' | 'code' | 'field'>,
): Entry {
  const entry: Entry = { row: { ...source.row, ...NOTHING, ...coded }, dirty: false, reasons: null };
  reasons.set(coded.reason, entry);
  return entry;
}
