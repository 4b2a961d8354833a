// Acknowledged rows that are not in the engine yet, by account. A question that none of them can match does
// not wait for their load, and a question that they match can read them beside the tables
// (docs/adr/0039-reads-beside-loads.md).
import { freeBytes } from '#lib/free-bytes';
import type { About } from '../questions/about.ts';
import type { Rows } from './log/segment.ts';
import { RowBuffer } from './rows/row-buffer.ts';

/** The rows of one request. Without bytes they are only in the log. */
export interface RowBatch {
  fromMs: number;
  toMs: number;
  calls: Buffer | null;
  observations: Buffer | null;
}

interface Placed extends RowBatch {
  segment: number;
}

/** About 30,000 calls. While more than that waits, questions wait for the load. */
const MAX_BYTES = 8 * 1024 * 1024;
const ALWAYS = { fromMs: -Infinity, toMs: Infinity, calls: null, observations: null };

/** Where the rows of a request begin. */
export const endsOf = ({ calls, observations }: Rows) => ({
  calls: calls.length,
  observations: observations.length,
});

export class UnloadedRows {
  readonly #byAccount = new Map<number, Placed[]>();
  #bytes = 0;

  /** Copies the rows written after `from`. `timesMs`: times of the records. */
  keep(rows: Rows, from: ReturnType<typeof endsOf>, timesMs: readonly number[]): RowBatch {
    let [fromMs, toMs] = [Infinity, -Infinity];
    for (const ms of timesMs) {
      // Rows have whole milliseconds.
      fromMs = Math.min(fromMs, Math.floor(ms));
      toMs = Math.max(toMs, ms);
    }
    const size = rows.calls.length - from.calls + rows.observations.length - from.observations;
    if (this.#bytes + size > MAX_BYTES) return { fromMs, toMs, calls: null, observations: null };
    this.#bytes += size;
    const calls = rows.calls.copied(from.calls);
    return { fromMs, toMs, calls, observations: rows.observations.copied(from.observations) };
  }

  add(segment: number, account: number, batch: RowBatch): void {
    this.#byAccount.getOrInsertComputed(account, () => []).push({ segment, ...batch });
  }

  /** Rows of an earlier process, whose contents are unknown here. */
  addUnknown(segment: number, account: number): void {
    this.add(segment, account, ALWAYS);
  }

  drop({ calls, observations }: RowBatch): void {
    for (const bytes of [calls, observations]) {
      this.#bytes -= bytes?.length ?? 0;
      if (bytes) freeBytes(bytes);
    }
  }

  /** The newest segment that may have a row for the answer; null if none has. */
  newest(account: number, about: About): number | null {
    return this.#matching(account, about).at(-1)?.segment ?? null;
  }

  /** The calls that may be in the answer, as RowBinary; null if they are not all in memory. */
  calls(account: number, about: About, maxBytes: number): Buffer | null {
    const found: Buffer[] = [];
    let size = 0;
    for (const { calls } of this.#matching(account, about)) {
      if (!calls || (size += calls.length) > maxBytes) return null;
      found.push(calls);
    }
    return Buffer.concat(found);
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

  #matching(account: number, { startMs = -Infinity, endMs = Infinity, texts = [] }: About): Placed[] {
    const wanted = texts.map(inRowBinary);
    return (this.#byAccount.get(account) ?? []).filter(
      ({ fromMs, toMs, calls, observations }) =>
        toMs >= startMs &&
        fromMs < endMs &&
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
