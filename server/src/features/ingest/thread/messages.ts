// What the main thread and the preparing thread say to each other. All of it is plain data that can be copied; bodies and rows
// change hands without a copy.
import type { ErrorCode, ErrorDetail } from '#lib/app-error';
import type { AccountKeys } from '#content';
import type { StoredCall } from '#core/hooks';
import type { CallLink, Encoding, PriceLists } from '#otlp';
import type { EncodedRecords } from '#records';
import type { MadeRecords } from '../make-records.ts';
import type { MadeSpans } from '../make-spans.ts';
import type { AccountRules, Preparation, RequestRules } from '../prepare.ts';
import type { Summary } from '../summary.ts';

/** Given to the thread when it starts. */
export type ThreadData = Pick<AccountRules, 'providers' | 'searchable'>;

/** What one account's requests are prepared by. Sent once, and named by its number from then on. */
export interface Profile {
  rules: Omit<AccountRules, 'providers' | 'searchable' | 'keys'>;
  keys: Omit<AccountKeys, 'unreadable'> | null;
  prices: PriceLists;
}

export interface Order {
  profile: number;
  request: RequestRules;
  bytes: ArrayBuffer;
  /** Null: records of POST /v1/ingest. */
  encoding: Encoding | null;
  /** Whether somebody will count the calls towards budgets. */
  needsCalls: boolean;
}

export type ToThread =
  | { kind: 'profile'; number: number; profile: Profile }
  | { kind: 'forget' }
  | { kind: 'there?' }
  | { kind: 'prepare'; job: number; order: Order }
  | { kind: 'again'; job: number; ids: ReadonlySet<string> };

export interface Made extends Summary {
  encoded: EncodedRecords;
  calls: StoredCall[] | null;
  reservedTags: Preparation['reservedTags'];
  /** One of these two is set, as the order asked. */
  records: MadeRecords | null;
  spans: MadeSpans | null;
}

/** An AppError, which loses its class on the way. */
export interface SentError {
  code: ErrorCode;
  reason: string;
  message: string;
  details: ErrorDetail[] | undefined;
}

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'there' }
  | { kind: 'links'; job: number; links: readonly CallLink[] }
  | { kind: 'made'; job: number; made: Made }
  | { kind: 'refused'; job: number; error: SentError }
  | { kind: 'failed'; job: number; message: string };
