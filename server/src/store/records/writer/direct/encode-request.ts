// A request that waits for its insert. Its records are already encoded as rows, so that the waiting bytes are
// exact and the parsed records can be freed.
import { writeCall } from '../rows/call-row.ts';
import { writeContent } from '../rows/content-row.ts';
import { writeObservation } from '../rows/observation-row.ts';
import { RowBuffer } from '../rows/row-buffer.ts';
import type { Incoming, WriteRequest } from '../writer.ts';

export interface EncodedRecord {
  account: number;
  id: string;
  timestampMs: number;
  table: 'calls' | 'observations';
  row: Buffer;
  content: Buffer | null;
}

export interface EncodedRequest {
  account: number;
  quota: number;
  /** Each id once; the first record with it counts. */
  records: EncodedRecord[];
  /** Records that repeat an id of this request. */
  repeated: number;
  tellFresh: boolean;
  tellUsed: boolean;
  /** Memory that it takes while it waits. */
  bytes: number;
}

/** Memory of a record besides its rows: its id, its position, objects around them. */
const RECORD_BYTES = 300;

interface Place {
  record: Incoming;
  from: number;
  rowEnd: number;
  end: number;
}

export function encodeRequest({
  account,
  quota,
  records,
  tellFresh = false,
  tellUsed = false,
}: WriteRequest): EncodedRequest {
  const rows = new RowBuffer(1 << 13);
  const places = new Map<string, Place>();
  for (const record of records) {
    if (places.has(record.id)) continue;
    const from = rows.length;
    if (record.kind === 'call') writeCall(rows, record.row);
    else writeObservation(rows, record.row);
    const rowEnd = rows.length;
    if (record.content) writeContent(rows, record.content);
    places.set(record.id, { record, from, rowEnd, end: rows.length });
  }
  const bytes = rows.taken();
  const encoded = [...places.values()].map(({ record, from, rowEnd, end }): EncodedRecord => {
    const { timestampMs } = record.kind === 'call' ? record.row.call : record.row.observation;
    return {
      account,
      id: record.id,
      timestampMs,
      table: record.kind === 'call' ? 'calls' : 'observations',
      row: bytes.subarray(from, rowEnd),
      content: end > rowEnd ? bytes.subarray(rowEnd, end) : null,
    };
  });
  return {
    account,
    quota,
    records: encoded,
    repeated: records.length - encoded.length,
    tellFresh,
    tellUsed,
    bytes: bytes.length + encoded.length * RECORD_BYTES,
  };
}

export const recordKey = (account: number, id: string): string => `${account} ${id}`;
