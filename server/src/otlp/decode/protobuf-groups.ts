// The groups of OTLP/protobuf, whose fields have the same numbers for spans and for log records: resource,
// scope, items.
import type { Attributes, InstrumentationScope } from '../span.ts';
import { maxWireItems, tooMany } from './limits.ts';
import { readPair } from './protobuf-values.ts';
import { bytes, WireReader } from './wire-reader.ts';

const RESOURCE_GROUP = bytes(1);

const RESOURCE = bytes(1);
const SCOPE_GROUP = bytes(2);
// The name before 2022, with the same fields inside.
const INSTRUMENTATION_LIBRARY_GROUP = bytes(1000);

const RESOURCE_ATTRIBUTE = bytes(1);

const SCOPE = bytes(1);
const ITEM = bytes(2);

const SCOPE_NAME = bytes(1);
const SCOPE_VERSION = bytes(2);

type ReadItem<T> = (wire: WireReader, end: number, resource: Attributes, scope: InstrumentationScope) => T;

interface Reading<T> {
  wire: WireReader;
  read: ReadItem<T>;
  /** For the message about too many of them. */
  plural: string;
  most: number;
  items: T[];
}

/** The items of a body, each with its resource and scope. */
export function readProtobufItems<T>(body: Uint8Array, plural: string, read: ReadItem<T>): T[] {
  const wire = new WireReader(body);
  const reading: Reading<T> = { wire, read, plural, most: maxWireItems(body.length), items: [] };
  const end = wire.length;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === RESOURCE_GROUP) readResourceGroup(reading, wire.fieldEnd(end));
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return reading.items;
}

// The resource may come after its items. They share one map, which is filled when the resource is read.
function readResourceGroup<T>(reading: Reading<T>, end: number): void {
  const { wire } = reading;
  const resource: Attributes = new Map();
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === RESOURCE) readResource(wire, wire.fieldEnd(end), resource);
    else if (tag === SCOPE_GROUP || tag === INSTRUMENTATION_LIBRARY_GROUP) {
      readScopeGroup(reading, wire.fieldEnd(end), resource);
    } else wire.skipField(tag, end);
  }
  wire.close(end);
}

function readResource(wire: WireReader, end: number, resource: Attributes): void {
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === RESOURCE_ATTRIBUTE) readPair(wire, wire.fieldEnd(end), resource);
    else wire.skipField(tag, end);
  }
  wire.close(end);
}

function readScopeGroup<T>(
  { wire, read, plural, most, items }: Reading<T>,
  end: number,
  resource: Attributes,
): void {
  const scope: InstrumentationScope = { name: '', version: '' };
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === ITEM) {
      if (items.length >= most) throw tooMany(most, plural);
      items.push(read(wire, wire.fieldEnd(end), resource, scope));
    } else if (tag === SCOPE) readScope(wire, wire.fieldEnd(end), scope);
    else wire.skipField(tag, end);
  }
  wire.close(end);
}

function readScope(wire: WireReader, end: number, scope: InstrumentationScope): void {
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === SCOPE_NAME) scope.name = wire.text(end);
    else if (tag === SCOPE_VERSION) scope.version = wire.text(end);
    else wire.skipField(tag, end);
  }
  wire.close(end);
}
