// OTLP/JSON → spans. A structure of the wrong type makes the body malformed. A leaf of the wrong type counts as absent,
// because exporters differ: int64 as number or string, enum names or numbers, camelCase or snake_case, base64 or hex.
import type { Json } from '#records';
import { bareObject } from '../bare-object.ts';
import type { Attributes, Decoded, InstrumentationScope, Span, SpanEvent } from '../span.ts';
import { readId } from './ids.ts';
import { MalformedBody, MAX_EVENTS, MAX_SPANS, MAX_VALUE_DEPTH, tooManySpans } from './limits.ts';
import { durationBetween, readTime, UNSET, type WireTime } from './time.ts';

type Message = Record<string, unknown>;

// Drops a byte order mark and rejects invalid UTF-8.
const decoder = new TextDecoder('utf-8', { fatal: true });

export function decodeJson(body: Uint8Array): Decoded {
  try {
    return { ok: true, spans: readRequest(parse(body)) };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    return {
      ok: false,
      reason: error.reason === 'too_many_spans' ? 'too_many_spans' : 'invalid_json',
      message: error.message,
    };
  }
}

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

function readRequest(body: unknown): Span[] {
  const spans: Span[] = [];
  const request = asMessage(body, 'The body');
  for (const entry of list(request['resourceSpans'] ?? request['resource_spans'], 'resourceSpans')) {
    const group = asMessage(entry, 'resourceSpans[]');
    const resource = group['resource'] ? asMessage(group['resource'], 'resource') : {};
    const attributes = readAttributes(resource['attributes']);
    const scopes =
      group['scopeSpans'] ??
      group['scope_spans'] ??
      group['instrumentationLibrarySpans'] ??
      group['instrumentation_library_spans'];
    for (const scopeSpans of list(scopes, 'scopeSpans')) {
      readScopeSpans(asMessage(scopeSpans, 'scopeSpans[]'), attributes, spans);
    }
  }
  return spans;
}

function readScopeSpans(group: Message, resource: Attributes, spans: Span[]): void {
  const given = group['scope'] ?? group['instrumentationLibrary'] ?? group['instrumentation_library'];
  const message = given ? asMessage(given, 'scope') : {};
  const scope: InstrumentationScope = { name: text(message['name']), version: text(message['version']) };
  for (const span of list(group['spans'], 'spans')) {
    if (spans.length >= MAX_SPANS) throw tooManySpans();
    spans.push(readSpan(asMessage(span, 'spans[]'), resource, scope));
  }
}

function readSpan(span: Message, resource: Attributes, scope: InstrumentationScope): Span {
  const start = time(span['startTimeUnixNano'] ?? span['start_time_unix_nano']);
  const end = time(span['endTimeUnixNano'] ?? span['end_time_unix_nano']);
  const status = span['status'] ? asMessage(span['status'], 'status') : undefined;
  return {
    traceId: readId(span['traceId'] ?? span['trace_id'], 16),
    spanId: readId(span['spanId'] ?? span['span_id'], 8),
    parentSpanId: readId(span['parentSpanId'] ?? span['parent_span_id'], 8),
    name: text(span['name']),
    kind: enumValue(span['kind'], SPAN_KINDS),
    startMs: start.ms,
    endMs: end.ms,
    durationMs: durationBetween(start, end),
    attributes: readAttributes(span['attributes']),
    events: readEvents(span['events']),
    statusCode: status === undefined ? 0 : enumValue(status['code'], STATUS_CODES),
    statusMessage: status === undefined ? '' : text(status['message']),
    resource,
    scope,
  };
}

function readEvents(value: unknown): SpanEvent[] {
  const entries = list(value, 'events');
  if (entries.length === 0) return [];
  return entries.slice(0, MAX_EVENTS).map((entry) => {
    const event = asMessage(entry, 'events[]');
    return {
      name: text(event['name']),
      timeMs: time(event['timeUnixNano'] ?? event['time_unix_nano']).ms,
      attributes: readAttributes(event['attributes']),
    };
  });
}

function readAttributes(value: unknown): Attributes {
  const attributes: Attributes = new Map();
  for (const entry of list(value, 'attributes')) {
    const pair = asMessage(entry, 'attributes[]');
    const key = pair['key'];
    if (typeof key === 'string' && key !== '') attributes.set(key, readValue(pair['value'], MAX_VALUE_DEPTH));
  }
  return attributes;
}

function readValue(value: unknown, depth: number): Json {
  if (typeof value !== 'object' || value === null) return null;
  const any = value as Message;
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

function readNested(any: Message, depth: number): Json {
  const array = any['arrayValue'] ?? any['array_value'];
  if (array !== undefined) return valuesOf(array).map((value) => readValue(value, depth));
  const pairs = any['kvlistValue'] ?? any['kvlist_value'];
  if (pairs === undefined) return null;
  const object = bareObject();
  for (const pair of valuesOf(pairs)) {
    if (typeof pair !== 'object' || pair === null) continue;
    const { key, value } = pair as Message;
    if (typeof key === 'string') object[key] = readValue(value, depth);
  }
  return object;
}

function valuesOf(value: unknown): unknown[] {
  const values = typeof value === 'object' && value !== null ? (value as Message)['values'] : undefined;
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

function list(value: unknown, what: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as unknown[];
  throw new MalformedBody(`${what} must be an array.`);
}

function asMessage(value: unknown, what: string): Message {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Message;
  throw new MalformedBody(`${what} must be an object.`);
}

/** The JS SDK up to 0.41 wrote numbers, rounded to 256 ns. */
const time = (value: unknown): WireTime =>
  typeof value === 'string' || typeof value === 'number' ? readTime(String(value)) : UNSET;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const SPAN_KINDS = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
];
const STATUS_CODES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

function enumValue(value: unknown, names: readonly string[]): number {
  const number = typeof value === 'string' ? names.indexOf(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < names.length
    ? number
    : 0;
}
