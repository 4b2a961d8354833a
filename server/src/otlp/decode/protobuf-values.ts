// Attributes and leaves of OTLP/protobuf: opentelemetry/proto/common/v1/common.proto.
import type { Json, JsonObject } from '#records';
import { bareObject } from '../bare-object.ts';
import type { Attributes } from '../span.ts';
import { MalformedBody, MAX_VALUE_DEPTH } from './limits.ts';
import { fromHalves, type WireTime } from './time.ts';
import { bytes, fixed64, varint, type WireReader } from './wire-reader.ts';

const PAIR_KEY = bytes(1);
const PAIR_VALUE = bytes(2);

const STRING_VALUE = bytes(1);
const BOOL_VALUE = varint(2);
const INT_VALUE = varint(3);
const DOUBLE_VALUE = fixed64(4);
const ARRAY_VALUE = bytes(5);
const KVLIST_VALUE = bytes(6);
const BYTES_VALUE = bytes(7);

/** In arrays and in key-value lists. */
const ELEMENT = bytes(1);

export function readPair(wire: WireReader, end: number, attributes: Attributes): void {
  let key = '';
  let value: Json = null;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === PAIR_KEY) key = wire.text(end);
    else if (tag === PAIR_VALUE) value = readProtobufValue(wire, wire.fieldEnd(end), MAX_VALUE_DEPTH);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  if (key !== '') attributes.set(key, value);
}

export function readProtobufValue(wire: WireReader, end: number, depth: number): Json {
  let value: Json = null;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === STRING_VALUE) value = wire.text(end);
    else if (tag === INT_VALUE) value = wire.int64();
    else if (tag === BOOL_VALUE) value = wire.readVarint() !== 0;
    else if (tag === DOUBLE_VALUE) value = readDouble(wire, end);
    else if (tag === BYTES_VALUE) value = wire.base64(end);
    else if (depth > 0 && tag === ARRAY_VALUE) value = readArray(wire, wire.fieldEnd(end), depth - 1);
    else if (depth > 0 && tag === KVLIST_VALUE) value = readObject(wire, wire.fieldEnd(end), depth - 1);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return value;
}

function readArray(wire: WireReader, end: number, depth: number): Json[] {
  const values: Json[] = [];
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === ELEMENT) values.push(readProtobufValue(wire, wire.fieldEnd(end), depth));
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return values;
}

function readObject(wire: WireReader, end: number, depth: number): Json {
  const object = bareObject();
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === ELEMENT) readMember(wire, wire.fieldEnd(end), depth, object);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return object;
}

function readMember(wire: WireReader, end: number, depth: number, object: JsonObject): void {
  let key = '';
  let value: Json = null;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === PAIR_KEY) key = wire.text(end);
    else if (tag === PAIR_VALUE) value = readProtobufValue(wire, wire.fieldEnd(end), depth);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  object[key] = value;
}

export function readProtobufTime(wire: WireReader): WireTime {
  const low = wire.readFixed32();
  return fromHalves(low, wire.readFixed32());
}

function readDouble(wire: WireReader, end: number): number | null {
  if (wire.pos + 8 > end) throw new MalformedBody('A double is cut off.');
  const value = wire.readDouble();
  return Number.isFinite(value) ? value : null;
}

export const enumValue = (value: number, last: number): number => (value > 0 && value <= last ? value : 0);
