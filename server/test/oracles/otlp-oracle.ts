// A second path from an export to spans, slow and simple: protobufjs and JSON.parse build the tree, and this
// file walks it. The decoders of the service are checked against it.
import protobuf from 'protobufjs';
import type { Json } from '#records';
import type { LogRecord } from '../../src/otlp/logs/log-record.ts';
import type { Attributes, InstrumentationScope, Span } from '../../src/otlp/span.ts';
import { readId } from '../../src/otlp/decode/ids.ts';
import { durationBetween, readTime, UNSET } from '../../src/otlp/decode/time.ts';

type Tree = Record<string, unknown>;

const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resourceSpans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; string schemaUrl = 3; }
  message Resource { repeated KeyValue attributes = 1; uint32 droppedAttributesCount = 2; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schemaUrl = 3; }
  message Scope { string name = 1; string version = 2; }
  message Span {
    bytes traceId = 1; bytes spanId = 2; string traceState = 3; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
    fixed64 startTimeUnixNano = 7; fixed64 endTimeUnixNano = 8; repeated KeyValue attributes = 9;
    uint32 droppedAttributesCount = 10; repeated Event events = 11; uint32 droppedEventsCount = 12;
    repeated Link links = 13; uint32 droppedLinksCount = 14; Status status = 15; fixed32 flags = 16;
  }
  message Event { fixed64 timeUnixNano = 1; string name = 2; repeated KeyValue attributes = 3; uint32 droppedAttributesCount = 4; }
  message Link { bytes traceId = 1; bytes spanId = 2; string traceState = 3; repeated KeyValue attributes = 4; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value {
      string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4;
      ArrayValue arrayValue = 5; KeyValueList kvlistValue = 6; bytes bytesValue = 7;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message LogsRequest { repeated ResourceLogs resourceLogs = 1; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scopeLogs = 2; string schemaUrl = 3; }
  message ScopeLogs { Scope scope = 1; repeated LogRecord logRecords = 2; string schemaUrl = 3; }
  message LogRecord {
    fixed64 timeUnixNano = 1; int32 severityNumber = 2; string severityText = 3; AnyValue body = 5;
    repeated KeyValue attributes = 6; uint32 droppedAttributesCount = 7; fixed32 flags = 8; bytes traceId = 9;
    bytes spanId = 10; fixed64 observedTimeUnixNano = 11; string eventName = 12;
  }
  message Response { PartialSuccess partialSuccess = 1; }
  message PartialSuccess { int64 rejectedSpans = 1; string errorMessage = 2; }
`);

const Request = root.lookupType('Request');
const LogsRequest = root.lookupType('LogsRequest');
const Response = root.lookupType('Response');

/** The protobuf of a tree in OTLP/JSON with lower-case hex ids, as every client sends it. */
export function encodeTree(tree: unknown): Uint8Array {
  return Request.encode(Request.fromObject(bytesForHex(tree) as Tree)).finish();
}

export function encodeLogs(tree: unknown): Uint8Array {
  return LogsRequest.encode(LogsRequest.fromObject(bytesForHex(tree) as Tree)).finish();
}

export const decodeToTree = (body: Uint8Array): unknown =>
  Request.toObject(Request.decode(body), { longs: String, bytes: String });

export const decodeResponse = (body: Uint8Array): unknown =>
  Response.toObject(Response.decode(body), { longs: String });

const HEX_IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

function bytesForHex(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesForHex);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    entries.map(([key, member]) =>
      HEX_IDS.has(key) ? [key, Buffer.from(String(member), 'hex')] : [key, bytesForHex(member)],
    ),
  );
}

/** Spans of a well-formed tree. */
export function spansOfTree(tree: unknown): Span[] {
  return list((tree as Tree)['resourceSpans']).flatMap((group) => {
    const resource = attributes((group['resource'] as Tree | undefined)?.['attributes']);
    return list(group['scopeSpans']).flatMap((scopeSpans) => {
      const given = (scopeSpans['scope'] ?? {}) as Tree;
      const scope: InstrumentationScope = { name: text(given['name']), version: text(given['version']) };
      return list(scopeSpans['spans']).map((span) => spanOf(span, resource, scope));
    });
  });
}

/** Log records of a well-formed tree. */
export function logsOfTree(tree: unknown): LogRecord[] {
  return list((tree as Tree)['resourceLogs']).flatMap((group) => {
    const resource = attributes((group['resource'] as Tree | undefined)?.['attributes']);
    return list(group['scopeLogs']).flatMap((scopeLogs) => {
      const given = (scopeLogs['scope'] ?? {}) as Tree;
      const scope: InstrumentationScope = { name: text(given['name']), version: text(given['version']) };
      return list(scopeLogs['logRecords']).map((record) => ({
        timeMs: time(record['timeUnixNano']).ms,
        observedMs: time(record['observedTimeUnixNano']).ms,
        severity: within(record['severityNumber'], 24),
        severityText: text(record['severityText']),
        body: anyValue(record['body']),
        eventName: text(record['eventName']),
        attributes: attributes(record['attributes']),
        traceId: readId(record['traceId'], 16),
        spanId: readId(record['spanId'], 8),
        resource,
        scope,
      }));
    });
  });
}

function spanOf(span: Tree, resource: Attributes, scope: InstrumentationScope): Span {
  const start = time(span['startTimeUnixNano']);
  const end = time(span['endTimeUnixNano']);
  const status = (span['status'] ?? {}) as Tree;
  return {
    traceId: readId(span['traceId'], 16),
    spanId: readId(span['spanId'], 8),
    parentSpanId: readId(span['parentSpanId'], 8),
    name: text(span['name']),
    kind: within(span['kind'], 5),
    startMs: start.ms,
    endMs: end.ms,
    durationMs: durationBetween(start, end),
    attributes: attributes(span['attributes']),
    events: list(span['events']).map((event) => ({
      name: text(event['name']),
      timeMs: time(event['timeUnixNano']).ms,
      attributes: attributes(event['attributes']),
    })),
    statusCode: within(status['code'], 2),
    statusMessage: text(status['message']),
    resource,
    scope,
  };
}

const attributes = (value: unknown): Attributes =>
  new Map(
    list(value)
      .filter(({ key }) => typeof key === 'string' && key !== '')
      .map(({ key, value }) => [String(key), anyValue(value)]),
  );

function anyValue(value: unknown): Json {
  const any = (value ?? {}) as Tree;
  const [kind, content] = Object.entries(any)[0] ?? [];
  if (kind === 'arrayValue') return list((content as Tree)['values']).map(anyValue);
  if (kind === 'kvlistValue') {
    return Object.fromEntries(
      list((content as Tree)['values']).map(({ key, value }) => [text(key), anyValue(value)]),
    );
  }
  if (kind === 'intValue') return Number.isSafeInteger(Number(content)) ? Number(content) : String(content);
  if (kind === 'doubleValue') return typeof content === 'number' && Number.isFinite(content) ? content : null;
  return (content ?? null) as Json;
}

const list = (value: unknown): Tree[] => (value ?? []) as Tree[];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const time = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? readTime(String(value)) : UNSET;
const within = (value: unknown, last: number): number =>
  typeof value === 'number' && value > 0 && value <= last ? value : 0;
