// Acknowledged rows that are not in the engine yet, by account. A question that none of them can match does
// not wait for their load, and a question that they match can read them beside the tables
// (docs/adr/0039-reads-beside-loads.md).
import { freeBytes } from '#lib/free-bytes';
import type { About } from '../questions/about.ts';
import type { ReadsUnloaded } from '../questions/question.ts';
import { ofFiles, type DataFile, type Rows } from './log/segment.ts';
import { RowBuffer } from './rows/row-buffer.ts';

/** The rows of one request. Without bytes they are only in the log. */
export interface RowBatch {
  fromMs: number;
  toMs: number;
  /** Null: unknown. */
  ids: ReadonlySet<string> | null;
  calls: Buffer | null;
  observations: Buffer | null;
  call_content: Buffer | null;
  messages: Buffer | null;
}

interface Placed extends RowBatch {
  segment: number;
}

/** About 30,000 calls. While more than that waits, questions wait for the load. */
const MAX_BYTES = 8 * 1024 * 1024;
/** About 6,000 calls with messages. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
const NOT_KEPT = { calls: null, observations: null, call_content: null, messages: null };
const ALWAYS = { fromMs: -Infinity, toMs: Infinity, ids: null, ...NOT_KEPT };

/** The tables whose rows a question needs. */
const TABLES: Readonly<Record<ReadsUnloaded, readonly DataFile[]>> = {
  calls: ['calls'],
  spans: ['calls', 'observations'],
  contents: ['call_content'],
  messages: ['messages'],
};

/** Where the rows of a request begin. */
export const endsOf = (rows: Rows) => ofFiles((file) => rows[file].length);

export class UnloadedRows {
  readonly #byAccount = new Map<number, Placed[]>();
  #bytes = 0;
  #contentBytes = 0;

  /** Copies the rows written after `from`. `timesMs`: times of the records. */
  keep(
    rows: Rows,
    from: ReturnType<typeof endsOf>,
    timesMs: readonly number[],
    ids: readonly string[],
  ): RowBatch {
    let [fromMs, toMs] = [Infinity, -Infinity];
    for (const ms of timesMs) {
      // Rows have whole milliseconds.
      fromMs = Math.min(fromMs, Math.floor(ms));
      toMs = Math.max(toMs, ms);
    }
    const batch: RowBatch = { fromMs, toMs, ids: null, ...NOT_KEPT };
    const size = rows.calls.length - from.calls + rows.observations.length - from.observations;
    if (this.#bytes + size <= MAX_BYTES) {
      this.#bytes += size;
      batch.ids = new Set(ids);
      batch.calls = rows.calls.copied(from.calls);
      batch.observations = rows.observations.copied(from.observations);
    }
    const contentSize = rows.call_content.length - from.call_content + rows.messages.length - from.messages;
    if (this.#contentBytes + contentSize <= MAX_CONTENT_BYTES) {
      this.#contentBytes += contentSize;
      batch.call_content = rows.call_content.copied(from.call_content);
      batch.messages = rows.messages.copied(from.messages);
    }
    return batch;
  }

  add(segment: number, account: number, batch: RowBatch): void {
    this.#byAccount.getOrInsertComputed(account, () => []).push({ segment, ...batch });
  }

  /** Rows of an earlier process, whose contents are unknown here. */
  addUnknown(segment: number, account: number): void {
    this.add(segment, account, ALWAYS);
  }

  drop({ calls, observations, call_content: content, messages }: RowBatch): void {
    this.#bytes -= (calls?.length ?? 0) + (observations?.length ?? 0);
    this.#contentBytes -= (content?.length ?? 0) + (messages?.length ?? 0);
    for (const bytes of [calls, observations, content, messages]) if (bytes) freeBytes(bytes);
  }

  /** The newest segment that may have a row for the answer; null if none has. */
  newest(account: number, about: About): number | null {
    return this.#matching(account, about).at(-1)?.segment ?? null;
  }

  /** The rows that may be in the answer, by table, as RowBinary; null if they are not all in memory. */
  rows(
    account: number,
    about: About,
    reads: ReadsUnloaded,
    maxBytes: number,
  ): ReadonlyMap<DataFile, Buffer> | null {
    const batches = this.#matching(account, about);
    const found = new Map<DataFile, Buffer>();
    let size = 0;
    for (const table of TABLES[reads]) {
      const parts = batches.map((batch) => batch[table]);
      if (!parts.every((part) => part !== null)) return null;
      size += parts.reduce((sum, { length }) => sum + length, 0);
      if (size > maxBytes) return null;
      found.set(table, Buffer.concat(parts));
    }
    return found;
  }

  loaded(isLoaded: (segment: number) => boolean): void {
    for (const [account, batches] of this.#byAccount) {
      const left = batches.filter((batch) => {
        if (!isLoaded(batch.segment)) return true;
        this.drop(batch);
        return false;
      });
      if (left.length === 0) this.#byAccount.delete(account);
      else this.#byAccount.set(account, left);
    }
  }

  #matching(account: number, { startMs = -Infinity, endMs = Infinity, texts = [], ids }: About): Placed[] {
    const wanted = texts.map(inRowBinary);
    return (this.#byAccount.get(account) ?? []).filter(
      ({ fromMs, toMs, ids: ofBatch, calls, observations }) =>
        toMs >= startMs &&
        fromMs < endMs &&
        (!ids || !ofBatch || ids.some((id) => ofBatch.has(id))) &&
        // A matching row has all texts, so a batch that lacks one has no match.
        (!calls ||
          !observations ||
          wanted.every((text) => calls.includes(text) || observations.includes(text))),
    );
  }
}

/** As encoded in a row: its length, then its bytes. */
function inRowBinary(text: string): Buffer {
  const row = new RowBuffer(text.length * 3 + 5);
  row.text(text);
  return row.taken();
}
