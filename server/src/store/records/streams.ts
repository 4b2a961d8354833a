import type { Params } from './params.ts';

/** Questions whose answers are handed on while they are being found. They have connections of their own, so no list waits for them. */
export interface Streams {
  rows<Row>(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Row[]>;
  parquet(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Settles when none is under way any more. */
  close(): Promise<void>;
}
