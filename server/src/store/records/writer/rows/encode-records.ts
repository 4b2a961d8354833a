// The records of a request as rows in one buffer, which can be transferred to another thread without a copy. Both
// writers store such rows.
import { writeCall } from './call-row.ts';
import { writeContent } from './content-row.ts';
import { writeObservation } from './observation-row.ts';
import { RowBuffer } from './row-buffer.ts';
import type { Incoming } from './stored.ts';

export interface EncodedRecords {
  ids: readonly string[];
  /** For each record: 1 for a call, 0 for an observation. */
  isCall: Uint8Array;
  receivedAtMs: Float64Array;
  timestampMs: Float64Array;
  rows: Uint8Array;
  /** For each record: where its row ends in `rows`, and where its content ends, which follows the row. */
  ends: Uint32Array;
  messages: EncodedMessages;
}

/** Messages that contents of the request share, with each other or with stored ones. */
interface EncodedMessages {
  /** New ones. */
  rows: Uint8Array;
  count: number;
  /**
   * The state of the account's stored messages to which contents refer (RecordWriter.sharedMessages). Null if they refer
   * to none.
   */
  state: number | null;
}

const NO_MESSAGES: EncodedMessages = { rows: new Uint8Array(), count: 0, state: null };

/** Encodes the records of a request one by one, so that each can be freed at once. */
export class RecordsEncoder {
  readonly #rows: RowBuffer;
  readonly #ids: string[] = [];
  readonly #isCall: number[] = [];
  readonly #receivedAtMs: number[] = [];
  readonly #timestampMs: number[] = [];
  readonly #ends: number[] = [];

  /** `bytes`: expected size of the rows. The buffer can grow, but each growth copies all of it. */
  constructor(bytes: number) {
    this.#rows = new RowBuffer(bytes);
  }

  add(record: Incoming): void {
    const rows = this.#rows;
    if (record.kind === 'call') writeCall(rows, record.row);
    else writeObservation(rows, record.row);
    this.#ids.push(record.id);
    this.#isCall.push(record.kind === 'call' ? 1 : 0);
    this.#receivedAtMs.push(record.row.receivedAtMs);
    this.#timestampMs.push(
      record.kind === 'call' ? record.row.call.timestampMs : record.row.observation.timestampMs,
    );
    this.#ends.push(rows.length);
    if (record.content) writeContent(rows, record.content);
    this.#ends.push(rows.length);
  }

  encoded(messages: EncodedMessages = NO_MESSAGES): EncodedRecords {
    return {
      messages,
      ids: this.#ids,
      isCall: new Uint8Array(this.#isCall),
      receivedAtMs: new Float64Array(this.#receivedAtMs),
      timestampMs: new Float64Array(this.#timestampMs),
      rows: this.#rows.taken(),
      ends: new Uint32Array(this.#ends),
    };
  }
}

/** Where the row of a record is, and where its content ends, which follows the row. */
export const rowPlaceOf = (
  { ends }: EncodedRecords,
  at: number,
): { from: number; rowEnd: number; end: number } => ({
  from: at === 0 ? 0 : (ends[at * 2 - 1] ?? 0),
  rowEnd: ends[at * 2] ?? 0,
  end: ends[at * 2 + 1] ?? 0,
});

/** Rows come from another thread too, so they are checked before anything is written. Each begins with its account. */
export function requireAccount(encoded: EncodedRecords, account: number): void {
  const { buffer, byteOffset, byteLength } = encoded.rows;
  const view = new DataView(buffer, byteOffset, byteLength);
  for (const at of encoded.ids.keys())
    if (view.getUint32(rowPlaceOf(encoded, at).from, true) !== account)
      throw new Error('A row belongs to another account than its request.');
}

/** More than most calls take without content. */
const BYTES_A_ROW = 1_024;

export function encodeRecords(records: readonly Incoming[]): EncodedRecords {
  const encoder = new RecordsEncoder(records.length * BYTES_A_ROW);
  for (const record of records) encoder.add(record);
  return encoder.encoded();
}
