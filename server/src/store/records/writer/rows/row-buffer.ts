// Rows in ClickHouse's RowBinary format, appended to one growing buffer. This is the inner loop of ingest:
// short ASCII text, such as ids and names, is copied character by character, which is faster than a call per
// text.

import { freeBytes } from '#lib/free-bytes';
import type { MessageId } from './stored.ts';

const SHORT = 42; // three bytes a character at most, so the length always fits one byte

const MESSAGE_ID_BYTES = 16;

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export class RowBuffer {
  #bytes: Buffer;
  /** A view of the same memory: V8 compiles its writes into plain stores. */
  #view: DataView;
  #length = 0;
  rows = 0;

  constructor(capacity = 1 << 16) {
    // Not from the pool of small buffers: the memory is transferred to another thread.
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = viewOf(this.#bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes so far; valid until the next write. */
  taken(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of the bytes after an earlier `length`. */
  copied(from: number): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.#length - from);
    this.#bytes.copy(copy, 0, from, this.#length);
    return copy;
  }

  clear(): void {
    this.#length = 0;
    this.rows = 0;
  }

  /** Removes the bytes after an earlier `length`. */
  truncate(length: number, rows: number): void {
    this.#length = length;
    this.rows = rows;
  }

  append(other: RowBuffer): void {
    const bytes = other.taken();
    this.#need(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
    this.rows += other.rows;
  }

  /** Appends an encoded row. */
  encoded(bytes: Uint8Array, from: number, to: number): void {
    this.#need(to - from);
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    this.#length += to - from;
    this.rows += 1;
  }

  /** Appends encoded rows. */
  encodedRows(bytes: Uint8Array, rows: number): void {
    this.#need(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.rows += rows;
  }

  /** Makes room at once. A buffer that grows with its rows is copied each time. */
  reserve(bytes: number): void {
    this.#need(bytes);
  }

  uint8(value: number): void {
    this.#need(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  uint32(value: number): void {
    this.#need(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  /** For integers that are exact. */
  uint64(value: number): void {
    this.#need(8);
    this.#view.setUint32(this.#length, value >>> 0, true);
    this.#view.setUint32(this.#length + 4, Math.floor(value / 0x1_0000_0000), true);
    this.#length += 8;
  }

  float64(value: number): void {
    this.#need(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** DateTime64(3): signed 64-bit milliseconds. */
  milliseconds(value: number): void {
    this.#need(8);
    this.#view.setUint32(this.#length, value >>> 0, true);
    this.#view.setInt32(this.#length + 4, Math.floor(value / 0x1_0000_0000), true);
    this.#length += 8;
  }

  text(value: string): void {
    const characters = value.length;
    this.#need(characters * 3 + 5);
    if (characters > SHORT) return this.#longText(value);
    const start = this.#length;
    const bytes = this.#bytes;
    let at = start + 1;
    for (let index = 0; index < characters; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 127) return this.#shortText(value);
      bytes[at] = code;
      at += 1;
    }
    bytes[start] = characters;
    this.#length = at;
  }

  /** A String column may hold any bytes. */
  bytes(value: Uint8Array): void {
    this.#need(value.length + 5);
    this.#varint(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  textMap(value: Record<string, string>): void {
    const keys = Object.keys(value);
    this.#need(5);
    this.#varint(keys.length);
    for (const key of keys) {
      this.text(key);
      this.text(value[key] ?? '');
    }
  }

  texts(values: readonly string[]): void {
    this.#need(5);
    this.#varint(values.length);
    for (const value of values) this.text(value);
  }

  /** FixedString(16): one byte for each character. */
  messageId(value: MessageId): void {
    this.#need(MESSAGE_ID_BYTES);
    this.#bytes.write(value, this.#length, MESSAGE_ID_BYTES, 'latin1');
    this.#length += MESSAGE_ID_BYTES;
  }

  messageIds(values: readonly MessageId[]): void {
    this.#need(5);
    this.#varint(values.length);
    for (const value of values) this.messageId(value);
  }

  #shortText(value: string): void {
    const written = this.#bytes.write(value, this.#length + 1, 'utf8');
    this.#bytes[this.#length] = written;
    this.#length += 1 + written;
  }

  #longText(value: string): void {
    const size = Buffer.byteLength(value);
    this.#varint(size);
    this.#bytes.write(value, this.#length, size, 'utf8');
    this.#length += size;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  #need(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(grown, 0, 0, this.#length);
    freeBytes(this.#bytes);
    this.#bytes = grown;
    this.#view = viewOf(grown);
  }
}
