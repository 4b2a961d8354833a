// A request that waits for its insert, with the rows of each record apart: the records of many requests are written
// together, without those that are stored already.
import { rowPlaceOf, requireAccount } from '../rows/encode-records.ts';
import type { WriteRequest } from '../writer.ts';

export interface EncodedRecord {
  account: number;
  id: string;
  timestampMs: number;
  table: 'calls' | 'observations';
  row: Buffer;
  content: Buffer | null;
}

export interface SplitRequest {
  account: number;
  quota: number;
  /** Each id once; the first record with it counts. */
  records: EncodedRecord[];
  /** Records that repeat an id of this request. */
  repeated: number;
  returnFresh: boolean;
  returnUsed: boolean;
  /** Memory that it takes while it waits. */
  bytes: number;
}

/** Memory of a record besides its rows: its id, its position, objects around them. */
const RECORD_BYTES = 300;

export function splitRequest({
  account,
  quota,
  encoded,
  returnFresh = false,
  returnUsed = false,
}: WriteRequest): SplitRequest {
  requireAccount(encoded, account);
  const { buffer, byteOffset, byteLength } = encoded.rows;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const records = new Map<string, EncodedRecord>();
  for (const [at, id] of encoded.ids.entries()) {
    if (records.has(id)) continue;
    const { from, rowEnd, end } = rowPlaceOf(encoded, at);
    records.set(id, {
      account,
      id,
      timestampMs: encoded.timestampMs[at] ?? 0,
      table: encoded.isCall[at] === 1 ? 'calls' : 'observations',
      row: bytes.subarray(from, rowEnd),
      content: end > rowEnd ? bytes.subarray(rowEnd, end) : null,
    });
  }
  return {
    account,
    quota,
    records: [...records.values()],
    repeated: encoded.ids.length - records.size,
    returnFresh,
    returnUsed,
    bytes: byteLength + records.size * RECORD_BYTES,
  };
}

export const recordKey = (account: number, id: string): string => `${account} ${id}`;
