// Reads the protobuf wire format. The package reads varints and doubles fast but checks nothing. So every
// length is checked against the enclosing message, and every message must end where its length says.
import { PbfReader } from 'pbf';
import { MalformedBody } from './limits.ts';
import { LONGEST_CACHED, shortText } from './text-cache.ts';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/**
 * A tag is a field number and a wire type. Readers compare the whole tag, so a field with another type is
 * unknown.
 */
export const bytes = (field: number): number => (field << 3) | BYTES;
export const varint = (field: number): number => (field << 3) | VARINT;
export const fixed64 = (field: number): number => (field << 3) | FIXED64;

export class WireReader extends PbfReader {
  readonly bytes: Buffer;

  constructor(body: Uint8Array) {
    super(body);
    this.bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  /** The end of the length-delimited field that begins here. */
  fieldEnd(messageEnd: number): number {
    const length = this.readVarint();
    const end = this.pos + length;
    // Written this way to reject NaN too, which a varint cut off by the end of the buffer gives.
    if (!(end <= messageEnd)) throw new MalformedBody('A length runs past the end of its message.');
    return end;
  }

  text(messageEnd: number): string {
    const end = this.fieldEnd(messageEnd);
    const start = this.pos;
    this.pos = end;
    if (end - start > LONGEST_CACHED) return this.bytes.toString('utf8', start, end);
    return shortText(this.bytes, start, end);
  }

  hex(messageEnd: number, length: number): string {
    const end = this.fieldEnd(messageEnd);
    const start = this.pos;
    this.pos = end;
    return end - start === length ? this.bytes.toString('hex', start, end) : '';
  }

  base64(messageEnd: number): string {
    const end = this.fieldEnd(messageEnd);
    const start = this.pos;
    this.pos = end;
    return this.bytes.toString('base64', start, end);
  }

  /** A number if it is exact; beyond 2^53 its digits as text. */
  int64(): number | string {
    const start = this.pos;
    const value = this.readVarint(true);
    if (Number.isSafeInteger(value)) return value;
    let exact = 0n;
    for (let at = start; at < this.pos; at += 1) {
      exact |= BigInt((this.buf[at] ?? 0) & 0x7f) << BigInt(7 * (at - start));
    }
    return BigInt.asIntN(64, exact).toString();
  }

  skipField(tag: number, messageEnd: number): void {
    if (tag >>> 3 === 0) throw new MalformedBody('A field has the number 0.');
    const type = tag & 7;
    if (type === BYTES) this.pos = this.fieldEnd(messageEnd);
    else if (type === VARINT) this.readVarint();
    else if (type === FIXED64) this.pos += 8;
    else if (type === FIXED32) this.pos += 4;
    else throw new MalformedBody(`Wire type ${type} is not one of OTLP.`);
  }

  /** Call after the last field: a truncated or forged body reads past the end of a message. */
  close(messageEnd: number): void {
    if (this.pos !== messageEnd) throw new MalformedBody('A message ends in the middle of a field.');
  }
}
