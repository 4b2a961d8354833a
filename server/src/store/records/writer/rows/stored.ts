// What a row holds beside the record itself: whose it is, when it came, how long it stays, and what it cost.
import type { CallRecord, Json, ObservationRecord } from '../../record.ts';

export interface Belonging {
  account: number;
  project: number;
  receivedAtMs: number;
  expiresAtMs: number;
}

export interface Cost {
  costUsd: number;
  cacheSavingsUsd: number;
  /** Who set the price: the client, the catalog, the operator, the account (custom); none: the model has no price. */
  source: 'client' | 'catalog' | 'operator' | 'custom' | 'none';
}

/** A call without its content, which is sealed apart. */
export interface StoredCall extends Belonging {
  call: CallRecord;
  cost: Cost;
  hasContent: boolean;
  /** Run that generated the call; 0: none. */
  evalRun: number;
  /** Equal where calls say the same; not there where there is nothing to compare. */
  inputHash?: number;
  toolsHash?: number;
}

export interface StoredObservation extends Belonging {
  observation: ObservationRecord;
  piiRedacted: boolean;
  redactionMetadata: Json;
  hasContent: boolean;
  /** Of a tool: equal where it was asked the same. */
  inputHash?: number;
}

export interface StoredContent {
  account: number;
  id: string;
  timestampMs: number;
  expiresAtMs: number;
  sealed: Uint8Array;
  /** What it can be found by: keyed hashes of its words, sorted, three bytes each. */
  words: Uint8Array;
}

export const secondsUp = (ms: number): number => Math.min(0xffff_ffff, Math.ceil(ms / 1000));

/** Absent JSON is '' in the tables. */
export const jsonText = (value: Json): string => (value === null ? '' : JSON.stringify(value));
