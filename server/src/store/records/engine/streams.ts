import type { Params } from './params.ts';

/** Without a beginning or an end, so that an answer may be cut anywhere between rows. */
export type ByteFormat = 'RawBLOB' | 'RowBinary';

/** Questions whose answers are handed on while they are being found. They have connections of their own, so no list waits for them. */
export interface Streams {
  rows<Row>(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Row[]>;
  /** As the engine writes them. In-process, a chunk holds whole rows. */
  bytes(sql: string, params: Params, format: ByteFormat, signal: AbortSignal): AsyncIterable<Uint8Array>;
  parquet(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Settles when none is under way any more. */
  close(): Promise<void>;
}
