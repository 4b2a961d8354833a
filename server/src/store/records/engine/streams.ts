import type { Params } from './params.ts';

/** Formats without header or footer, so that an answer may be cut between any rows. */
export type ByteFormat = 'RawBLOB' | 'RowBinary';

/**
 * Answers that are sent while the engine still reads. They have their own connections, so that no other
 * question waits for them.
 */
export interface Streams {
  rows<Row>(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Row[]>;
  /** The engine's own bytes. In-process, a chunk holds whole rows. */
  bytes(sql: string, params: Params, format: ByteFormat, signal: AbortSignal): AsyncIterable<Uint8Array>;
  parquet(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Resolves when no stream is running. */
  close(): Promise<void>;
}
