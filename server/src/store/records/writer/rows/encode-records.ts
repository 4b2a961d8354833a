// The records of a request as rows, one after the other in one buffer: what can be handed from one thread to another without a copy.
import type { Incoming } from '../writer.ts';
import { writeCall } from './call-row.ts';
import { writeContent } from './content-row.ts';
import { writeObservation } from './observation-row.ts';
import { RowBuffer } from './row-buffer.ts';

export interface EncodedRecords {
  ids: readonly string[];
  /** For each record: 1 for a call, 0 for an observation. */
  isCall: Uint8Array;
  receivedAtMs: Float64Array;
  timestampMs: Float64Array;
  rows: Uint8Array;
  /** For each record: where its row ends in `rows`, and where its content ends, which follows the row. */
  ends: Uint32Array;
}

export function encodeRecords(records: readonly Incoming[]): EncodedRecords {
  const rows = new RowBuffer(records.length * BYTES_A_ROW);
  const isCall = new Uint8Array(records.length);
  const receivedAtMs = new Float64Array(records.length);
  const timestampMs = new Float64Array(records.length);
  const ends = new Uint32Array(records.length * 2);
  for (const [at, record] of records.entries()) {
    if (record.kind === 'call') writeCall(rows, record.row);
    else writeObservation(rows, record.row);
    isCall[at] = record.kind === 'call' ? 1 : 0;
    receivedAtMs[at] = record.row.receivedAtMs;
    timestampMs[at] = timeOf(record);
    ends[at * 2] = rows.length;
    if (record.content) writeContent(rows, record.content);
    ends[at * 2 + 1] = rows.length;
  }
  return { ids: records.map(({ id }) => id), isCall, receivedAtMs, timestampMs, rows: rows.taken(), ends };
}

export const timeOf = (record: Incoming): number =>
  record.kind === 'call' ? record.row.call.timestampMs : record.row.observation.timestampMs;

/** More than most calls take without content, so that the buffer seldom grows. */
const BYTES_A_ROW = 1_024;
