// Turns `{"records":[…]}` into one record per line while it arrives, so that memory does not grow with the
// number of calls.
import { Transform, type TransformCallback } from 'node:stream';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const LINE_END = Buffer.from('\n');

/** Records are at this depth of braces: the document is the first. */
const RECORD = 2;

/** Works on bytes: in UTF-8, no byte of a longer character looks like a quote or a brace. */
export class RecordsAsLines extends Transform {
  /** How many records have been written. */
  records = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = this.#depth >= RECORD ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) this.#inText = true;
      else if (byte === OPEN) {
        this.#depth += 1;
        if (this.#depth === RECORD) from = at;
      } else if (byte === CLOSE) {
        this.#depth -= 1;
        if (this.#depth === RECORD - 1) {
          this.push(chunk.subarray(from, at + 1));
          this.push(LINE_END);
          this.records += 1;
          from = -1;
        }
      }
    }
    if (from >= 0) this.push(chunk.subarray(from));
    done();
  }

  /** A document that ends early must not look complete. */
  override _flush(done: TransformCallback): void {
    done(this.#depth === 0 && !this.#inText ? null : new Error('The answer ended early.'));
  }
}
