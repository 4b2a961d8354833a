// Messages between the main thread and the preparing thread: plain data that can be copied. Bodies and rows
// are transferred without a copy.
import type { ErrorCode, ErrorDetail } from '#lib/app-error';
import type { Pace } from '#lib/yield-to-event-loop';
import type { AccountKeys } from '#content';
import type { PeerName } from '#core/endpoint';
import type { StoredCall } from '#core/hooks';
import type { Encoding, PriceLists, CatalogTable, PromptNumber, Rejection, Span } from '#otlp';
import type { EncodedRecords } from '#records';
import type { InRequest, Matched } from '../duplicate-spans/recent-calls.ts';
import type { FindPrompts } from '../link-prompts.ts';
import type { AgentCounts } from '../make-logs.ts';
import type { MadeRecords } from '../make-records.ts';
import type { MadeSpans } from '../make-spans.ts';
import type { AccountRules, Preparation, RequestRules } from '../prepare.ts';
import type { NamedProjects } from '#services/named-projects';
import type { Summary } from '../summary.ts';
import type { SentLinks } from './sent-links.ts';

/** Passed to the thread when it starts. */
export type ThreadData = Pick<AccountRules, 'providers' | 'searchable'> & { readers: BodyReaders };

/** Addresses of modules with a function `readSpans`, by the back end whose bodies they read. */
export type BodyReaders = ReadonlyMap<PeerName, string>;

/** The rules for one account's requests. Sent once; later messages refer to it by number. */
export interface Profile {
  rules: Omit<AccountRules, 'providers' | 'searchable' | 'keys'>;
  keys: Omit<AccountKeys, 'unreadable'> | null;
  prices: PriceLists;
}

/** What a body contains. */
export type SentBody =
  /** Records that were sent to POST /v1/ingest. */
  | { kind: 'records' }
  | { kind: 'traces' | 'logs'; encoding: Encoding }
  /** What a client of another back end has sent. */
  | { kind: 'other'; peer: PeerName; contentType: string };

/** What a reader found in the body of another back end's client. */
export interface OtherSpans<Notes = unknown> {
  spans: Span[];
  rejected: readonly Rejection[];
  /** For the main thread: plain data that can be copied. */
  notes: Notes;
}

/** Null if only the main thread can read the body. */
export type ReadSpans<Notes = unknown> = (
  bytes: Buffer,
  contentType: string,
  pace: Pace,
) => Promise<OtherSpans<Notes> | null>;

export interface PrepareOrder {
  profile: number;
  request: RequestRules;
  bytes: ArrayBuffer;
  body: SentBody;
  /** Whether the calls count towards budgets. */
  needsCalls: boolean;
}

export type ToThread =
  | { kind: 'profile'; number: number; profile: Profile }
  | { kind: 'forget' }
  /** A renewed price table. */
  | { kind: 'table'; table: CatalogTable }
  | { kind: 'ping' }
  | { kind: 'prepare'; job: number; order: PrepareOrder }
  | { kind: 'duplicates'; job: number; matched: Matched }
  | { kind: 'projects'; job: number; projects: NamedProjects }
  | { kind: 'prompts'; job: number; prompts: Awaited<ReturnType<FindPrompts>> }
  /** Forgets a job whose question could not be answered. */
  | { kind: 'drop'; job: number };

export interface Made extends Summary {
  encoded: EncodedRecords;
  calls: StoredCall[] | null;
  reservedTags: Preparation['reservedTags'];
  /** One of these two is set, depending on the order. */
  records: MadeRecords | null;
  spans: MadeSpans | null;
  /** Set for logs. */
  events: AgentCounts | null;
  /** What the reader of another back end's body found beside the spans. */
  other: Pick<OtherSpans, 'rejected' | 'notes'> | null;
  /** A body that its reader left to the main thread, as it was. */
  unread: ArrayBuffer | null;
}

/** An AppError, which loses its class when it is copied. */
interface SentError {
  code: ErrorCode;
  reason: string;
  message: string;
  details: ErrorDetail[] | undefined;
}

export type FromThread =
  | { kind: 'ready' }
  | { kind: 'pong' }
  | { kind: 'links'; job: number; project: number; links: SentLinks; request: InRequest | undefined }
  | { kind: 'names'; job: number; names: readonly string[] }
  | { kind: 'numbers'; job: number; numbers: readonly PromptNumber[] }
  | { kind: 'made'; job: number; made: Made }
  | { kind: 'refused'; job: number; error: SentError }
  | { kind: 'failed'; job: number; message: string };
