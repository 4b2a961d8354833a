// The fields of a row besides the record itself: account and project, arrival, expiry, and cost.
import type { CallRecord, Json, ObservationRecord } from '../../record.ts';

interface Belonging {
  account: number;
  project: number;
  receivedAtMs: number;
  expiresAtMs: number;
}

export interface Cost {
  costUsd: number;
  cacheSavingsUsd: number;
  /** Source of the price: client, catalog, operator or account (custom); none: the model has no price. */
  source: 'client' | 'catalog' | 'operator' | 'custom' | 'none';
}

/** A call without its content, which is sealed separately. */
export interface StoredCallRow extends Belonging {
  call: CallRecord;
  cost: Cost;
  hasContent: boolean;
  /** Run that generated the call; 0: none. */
  evalRun: number;
  /** Equal for calls with equal content; absent if there is nothing to compare. */
  inputHash?: number;
  toolsHash?: number;
}

export interface StoredObservation extends Belonging {
  observation: ObservationRecord;
  piiRedacted: boolean;
  redactionMetadata: Json;
  hasContent: boolean;
  /** For tools: equal for equal inputs. */
  inputHash?: number;
}

export interface StoredContent {
  account: number;
  id: string;
  timestampMs: number;
  expiresAtMs: number;
  sealed: Uint8Array;
  /** For the search: keyed hashes of its words, sorted, three bytes each. */
  words: Uint8Array;
  /** Ids of the files in it, without those in its shared messages. */
  media: readonly string[];
  /** Its shared messages, in its order. */
  messages: readonly MessageId[];
}

/** 16 characters, one for each byte: six bytes of milliseconds, ten random ones. */
export type MessageId = string;

/**
 * A content refers to messages of this time before it at most, and to none of a later time. So what it refers to is found
 * near it, and what refers to a message near the message.
 */
export const SHARED_FOR_MS = 24 * 3_600_000;

/** A message that several contents have, or a block of such messages. */
export interface StoredMessage {
  account: number;
  project: number;
  id: MessageId;
  timestampMs: number;
  expiresAtMs: number;
  /** Empty for a block. */
  sealed: Uint8Array;
  words: Uint8Array;
  media: readonly string[];
  /** The messages of a block. */
  parts: readonly MessageId[];
}

export const secondsUp = (ms: number): number => Math.min(0xffff_ffff, Math.ceil(ms / 1000));

/** Absent JSON is '' in the tables. */
export const jsonText = (value: Json): string => (value === null ? '' : JSON.stringify(value));

export type Incoming =
  | { id: string; kind: 'call'; row: StoredCallRow; content: StoredContent | null }
  | { id: string; kind: 'observation'; row: StoredObservation; content: StoredContent | null };
