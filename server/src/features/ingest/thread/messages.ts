// Messages between the main thread and the preparing thread: plain data that can be copied. Bodies and rows
// are transferred without a copy.
import type { ErrorCode, ErrorDetail } from '#lib/app-error';
import type { AccountKeys } from '#content';
import type { KnownMessages } from '#core/content/messages/message-memory';
import type { PriceLists, CatalogTable } from '#otlp';
import type { AccountRules, RequestRules } from '../prepare.ts';
import type { Body, Prepared } from '../prepare-body.ts';
import type { ThreadQuestion } from './questions.ts';

/** Passed to the thread when it starts. */
export type ThreadData = Pick<AccountRules, 'providers' | 'searchable' | 'contentLimit'>;

/** The rules for one account's requests. Sent once; later messages refer to it by number. */
export interface Profile {
  rules: Omit<AccountRules, keyof ThreadData | 'keys'>;
  keys: Omit<AccountKeys, 'unreadable'> | null;
  prices: PriceLists;
}

export interface SentOrder {
  profile: number;
  request: RequestRules;
  body: Omit<Body, 'bytes'>;
  bytes: Uint8Array<ArrayBuffer>;
  needsCalls: boolean;
}

export type ToThread =
  | { kind: 'profile'; number: number; profile: Profile }
  | { kind: 'forget' }
  /** A renewed price table. */
  | { kind: 'table'; table: CatalogTable }
  | { kind: 'ping' }
  /** Messages that are on disk, which others may share. */
  | { kind: 'stored'; messages: KnownMessages }
  | { kind: 'prepare'; job: number; order: SentOrder }
  | { kind: 'answer'; job: number; answer: unknown }
  /** Forgets a job whose question could not be answered. */
  | { kind: 'drop'; job: number };

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
  | { kind: 'question'; job: number; question: ThreadQuestion }
  | { kind: 'prepared'; job: number; prepared: Prepared }
  | { kind: 'refused'; job: number; error: SentError }
  | { kind: 'failed'; job: number; message: string };
