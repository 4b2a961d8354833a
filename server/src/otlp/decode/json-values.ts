// Values and groups of OTLP/JSON. A structure of the wrong type makes the body malformed. A leaf of the wrong
// type counts as absent, because exporters differ: int64 as number or string, enum names or numbers,
// camelCase or snake_case, base64 or hex.
import type { Json } from '#records';
import { bareObject } from '../bare-object.ts';
import type { Attributes, InstrumentationScope } from '../span.ts';
import { MalformedBody, MAX_VALUE_DEPTH, maxWireItems, tooMany } from './limits.ts';
import { readTime, UNSET, type WireTime } from './time.ts';

export type WireMessage = Record<string, unknown>;

// Drops a byte order mark and rejects invalid UTF-8.
const decoder = new TextDecoder('utf-8', { fatal: true });

function parse(body: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new MalformedBody('The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MalformedBody('The body is not valid JSON.');
  }
}

/** The names of an export's three levels, today's first. */
export interface GroupNames {
  resources: readonly string[];
  scopes: readonly string[];
  items: readonly string[];
  /** For the message about too many of them. */
  plural: string;
}

type ReadItem<T> = (item: WireMessage, resource: Attributes, scope: InstrumentationScope) => T;

/** The spans or log records of a body, each with its resource and scope. */
export function readJsonItems<T>(body: Uint8Array, names: GroupNames, read: ReadItem<T>): T[] {
  const items: T[] = [];
  const most = maxWireItems(body.length);
  const [resources = '', scopes = '', each = ''] = [names.resources[0], names.scopes[0], names.items[0]];
  const one = `${each}[]`;
  for (const entry of wireList(firstOf(asMessage(parse(body), 'The body'), names.resources), resources)) {
    const group = asMessage(entry, `${resources}[]`);
    const resource = group['resource'] ? asMessage(group['resource'], 'resource') : {};
    const attributes = readAttributes(resource['attributes']);
    for (const value of wireList(firstOf(group, names.scopes), scopes)) {
      const inner = asMessage(value, `${scopes}[]`);
      const scope = readScope(inner);
      for (const item of wireList(firstOf(inner, names.items), each)) {
        if (items.length >= most) throw tooMany(most, names.plural);
        items.push(read(asMessage(item, one), attributes, scope));
      }
    }
  }
  return items;
}

function readScope(group: WireMessage): InstrumentationScope {
  const given = group['scope'] ?? group['instrumentationLibrary'] ?? group['instrumentation_library'];
  const message = given ? asMessage(given, 'scope') : {};
  return { name: wireText(message['name']), version: wireText(message['version']) };
}

function firstOf(message: WireMessage, names: readonly string[]): unknown {
  for (const name of names) if (message[name] !== undefined && message[name] !== null) return message[name];
  return undefined;
}

export function readAttributes(value: unknown): Attributes {
  const attributes: Attributes = new Map();
  for (const entry of wireList(value, 'attributes')) {
    const pair = asMessage(entry, 'attributes[]');
    const key = pair['key'];
    if (typeof key === 'string' && key !== '')
      attributes.set(key, readJsonValue(pair['value'], MAX_VALUE_DEPTH));
  }
  return attributes;
}

export function readJsonValue(value: unknown, depth: number): Json {
  if (typeof value !== 'object' || value === null) return null;
  const any = value as WireMessage;
  const string = any['stringValue'] ?? any['string_value'];
  if (string !== undefined) return typeof string === 'string' ? string : null;
  const int = any['intValue'] ?? any['int_value'];
  if (int !== undefined) return integer(int);
  const bool = any['boolValue'] ?? any['bool_value'];
  if (bool !== undefined) return typeof bool === 'boolean' ? bool : null;
  const double = any['doubleValue'] ?? any['double_value'];
  if (double !== undefined) return finite(double);
  const bytes = any['bytesValue'] ?? any['bytes_value'];
  if (bytes !== undefined) return typeof bytes === 'string' ? bytes : null;
  return depth > 0 ? readNested(any, depth - 1) : null;
}

function readNested(any: WireMessage, depth: number): Json {
  const array = any['arrayValue'] ?? any['array_value'];
  if (array !== undefined) return valuesOf(array).map((value) => readJsonValue(value, depth));
  const pairs = any['kvlistValue'] ?? any['kvlist_value'];
  if (pairs === undefined) return null;
  const object = bareObject();
  for (const pair of valuesOf(pairs)) {
    if (typeof pair !== 'object' || pair === null) continue;
    const { key, value } = pair as WireMessage;
    if (typeof key === 'string') object[key] = readJsonValue(value, depth);
  }
  return object;
}

function valuesOf(value: unknown): unknown[] {
  const values = typeof value === 'object' && value !== null ? (value as WireMessage)['values'] : undefined;
  return Array.isArray(values) ? (values as unknown[]) : [];
}

/** A number if it is exact; beyond 2^53 its digits as text. */
function integer(value: unknown): Json {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value;
    return Number.isInteger(value) && Math.abs(value) < 2 ** 64 ? BigInt(value).toString() : finite(value);
  }
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** NaN and infinities are not JSON. The JS exporter writes NaN as null, others write a word. */
function finite(value: unknown): Json {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function wireList(value: unknown, what: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as unknown[];
  throw new MalformedBody(`${what} must be an array.`);
}

export function asMessage(value: unknown, what: string): WireMessage {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as WireMessage;
  throw new MalformedBody(`${what} must be an object.`);
}

/** The JS SDK up to 0.41 wrote numbers, rounded to 256 ns. */
export const wireTime = (value: unknown): WireTime =>
  typeof value === 'string' || typeof value === 'number' ? readTime(String(value)) : UNSET;

export const wireText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function jsonEnum(value: unknown, names: readonly string[]): number {
  const number = typeof value === 'string' ? names.indexOf(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < names.length
    ? number
    : 0;
}
