// OTLP as protobuf: messages of the collector's file exporter (`format: proto`), and bodies of single
// requests. The messages of both are the same on the wire, and the join of two is one with the items of both,
// so what is read here is sent as it is. Only what the tally needs is decoded.

/** What the tally needs of a span or log record. */
export interface SeenItem {
  timeMs: number | null;
  attributes: readonly { key: string; value: string | number | null }[];
  id: string;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

interface Field {
  number: number;
  wire: number;
  /** Where the field begins, with its tag. */
  from: number;
  /** Its content, or the bytes of its number. */
  start: number;
  end: number;
}

class Malformed extends Error {}

function varintEnd(bytes: Buffer, at: number, end: number): number {
  for (let next = at; next < end && next < at + 10; next += 1) if ((bytes[next] ?? 0) < 0x80) return next + 1;
  throw new Malformed('A number is cut off.');
}

/** Lengths and tags are small, so a number is exact. */
function varint(bytes: Buffer, at: number, end: number): number {
  let value = 0;
  for (let next = at, scale = 1; next < end; next += 1, scale *= 128) {
    value += ((bytes[next] ?? 0) & 0x7f) * scale;
  }
  return value;
}

/** Every length is checked against the message around it. */
function* fieldsOf(bytes: Buffer, start: number, end: number): Generator<Field> {
  for (let at = start; at < end;) {
    const from = at;
    const tagEnd = varintEnd(bytes, at, end);
    const tag = varint(bytes, at, tagEnd);
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    let [valueStart, valueEnd] = [tagEnd, tagEnd];
    if (wire === VARINT) valueEnd = varintEnd(bytes, tagEnd, end);
    else if (wire === FIXED64) valueEnd = tagEnd + 8;
    else if (wire === FIXED32) valueEnd = tagEnd + 4;
    else if (wire === BYTES) {
      valueStart = varintEnd(bytes, tagEnd, end);
      valueEnd = valueStart + varint(bytes, tagEnd, valueStart);
    } else throw new Malformed('There is no such type of field.');
    if (number === 0 || valueEnd > end) throw new Malformed('A field runs past its message.');
    yield { number, wire, from, start: valueStart, end: valueEnd };
    at = valueEnd;
  }
}

export type ProtoSignal = 'spans' | 'logs';

interface ProtoPiece {
  signal: ProtoSignal;
  /** One resource with everything below it, as a field of a request. */
  bytes: Buffer;
  items: SeenItem[];
}

/**
 * The resources of a message; null if it is no OTLP message of spans or log records. Metrics have the same
 * outer fields, so the items themselves tell what they are.
 */
export function protoPieces(bytes: Buffer, place: string): ProtoPiece[] | null {
  const pieces: ProtoPiece[] = [];
  try {
    for (const resource of fieldsOf(bytes, 0, bytes.length)) {
      if (resource.number !== 1 || resource.wire !== BYTES) return null;
      const items: SeenItem[] = [];
      let signal: ProtoSignal | null = null;
      for (const scope of fieldsOf(bytes, resource.start, resource.end)) {
        if (scope.number !== 2 || scope.wire !== BYTES) continue;
        for (const item of fieldsOf(bytes, scope.start, scope.end)) {
          if (item.number !== 2 || item.wire !== BYTES) continue;
          const { kind, seen } = itemIn(bytes, item, place);
          if (kind === null || (signal !== null && signal !== kind)) return null;
          signal = kind;
          items.push(seen);
        }
      }
      if (signal !== null) pieces.push({ signal, bytes: bytes.subarray(resource.from, resource.end), items });
    }
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
  return pieces;
}

const TRACE_ID_BYTES = 16;
const NANOS_PER_MS = 1_000_000n;

/**
 * Fields of a span: 1 trace id, 7 start, 9 attributes. Of a log record: 1 time, 11 observed time, 6
 * attributes.
 */
function itemIn(
  bytes: Buffer,
  { start, end }: Field,
  id: string,
): { kind: ProtoSignal | null; seen: SeenItem } {
  let isSpan = false;
  let [spanTime, logTime, observed] = [0n, 0n, 0n];
  const attributes: Record<ProtoSignal, Field[]> = { spans: [], logs: [] };
  for (const field of fieldsOf(bytes, start, end)) {
    const { number, wire } = field;
    if (number === 1 && wire === BYTES) isSpan = field.end - field.start === TRACE_ID_BYTES;
    else if (wire === FIXED64) {
      const value = bytes.readBigUInt64LE(field.start);
      if (number === 7) spanTime = value;
      else if (number === 1) logTime = value;
      else if (number === 11) observed = value;
    } else if (number === 9 && wire === BYTES) attributes.spans.push(field);
    else if (number === 6 && wire === BYTES) attributes.logs.push(field);
  }
  const kind = isSpan ? 'spans' : logTime > 0n || observed > 0n ? 'logs' : null;
  const nanos = isSpan ? spanTime : logTime > 0n ? logTime : observed;
  const read = (kind === null ? [] : attributes[kind]).map((field) => attributeIn(bytes, field));
  return { kind, seen: { timeMs: nanos > 0n ? Number(nanos / NANOS_PER_MS) : null, attributes: read, id } };
}

/** Fields of an attribute: 1 key, 2 value. Of a value: 1 text, 3 integer, 4 double. */
function attributeIn(bytes: Buffer, { start, end }: Field): { key: string; value: string | number | null } {
  let key = '';
  let value: string | number | null = null;
  for (const field of fieldsOf(bytes, start, end)) {
    if (field.wire !== BYTES) continue;
    if (field.number === 1) key = bytes.toString('utf8', field.start, field.end);
    else if (field.number === 2) value = valueIn(bytes, field);
  }
  return { key, value };
}

function valueIn(bytes: Buffer, { start, end }: Field): string | number | null {
  for (const field of fieldsOf(bytes, start, end)) {
    if (field.number === 1 && field.wire === BYTES) return bytes.toString('utf8', field.start, field.end);
    if (field.number === 3 && field.wire === VARINT) return varint(bytes, field.start, field.end);
    if (field.number === 4 && field.wire === FIXED64) return bytes.readDoubleLE(field.start);
  }
  return null;
}
