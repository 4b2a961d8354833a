// OTLP/JSON → spans.
import type { Attributes, Decoded, InstrumentationScope, Span, SpanEvent, SpanLink } from '../span.ts';
import { isObject } from '#lib/is-object';
import { readId } from './ids.ts';
import {
  jsonEnum,
  type GroupNames,
  wireList,
  asMessage,
  type WireMessage,
  readAttributes,
  readJsonItems,
  wireText,
  wireTime,
} from './json-values.ts';
import { EventRoom, MalformedBody } from './limits.ts';
import { durationBetween } from './time.ts';

const NAMES: GroupNames = {
  resources: ['resourceSpans', 'resource_spans'],
  scopes: ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans', 'instrumentation_library_spans'],
  items: ['spans'],
  plural: 'spans',
};

export function decodeJson(body: Uint8Array): Decoded {
  try {
    const room = new EventRoom();
    return {
      ok: true,
      spans: readJsonItems(body, NAMES, (span, resource, scope) => readSpan(span, resource, scope, room)),
    };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    return {
      ok: false,
      reason: error.reason === 'too_many' ? 'too_many_spans' : 'invalid_json',
      message: error.message,
    };
  }
}

function readSpan(
  span: WireMessage,
  resource: Attributes,
  scope: InstrumentationScope,
  room: EventRoom,
): Span {
  const start = wireTime(span['startTimeUnixNano'] ?? span['start_time_unix_nano']);
  const end = wireTime(span['endTimeUnixNano'] ?? span['end_time_unix_nano']);
  const status = span['status'] ? asMessage(span['status'], 'status') : undefined;
  return {
    traceId: readId(span['traceId'] ?? span['trace_id'], 16),
    spanId: readId(span['spanId'] ?? span['span_id'], 8),
    parentSpanId: readId(span['parentSpanId'] ?? span['parent_span_id'], 8),
    name: wireText(span['name']),
    kind: jsonEnum(span['kind'], SPAN_KINDS),
    startMs: start.ms,
    endMs: end.ms,
    durationMs: durationBetween(start, end),
    attributes: readAttributes(span['attributes']),
    events: readEvents(span['events'], room),
    link: readLink(span['links']),
    statusCode: status === undefined ? 0 : jsonEnum(status['code'], STATUS_CODES),
    statusMessage: status === undefined ? '' : wireText(status['message']),
    resource,
    scope,
  };
}

function readEvents(value: unknown, room: EventRoom): SpanEvent[] {
  const entries = wireList(value, 'events');
  if (entries.length === 0) return [];
  const kept = entries.slice(0, room.leftFor(0));
  room.take(kept.length);
  return kept.map((entry) => {
    const event = asMessage(entry, 'events[]');
    return {
      name: wireText(event['name']),
      timeMs: wireTime(event['timeUnixNano'] ?? event['time_unix_nano']).ms,
      attributes: readAttributes(event['attributes']),
    };
  });
}

/** Other links have no meaning here, so that no form of them is an error. */
function readLink(links: unknown): SpanLink | undefined {
  const [link, second] = Array.isArray(links) ? (links as unknown[]) : [];
  if (!isObject(link) || second !== undefined) return undefined;
  const read = {
    traceId: readId(link['traceId'] ?? link['trace_id'], 16),
    spanId: readId(link['spanId'] ?? link['span_id'], 8),
  };
  return read.traceId === '' || read.spanId === '' ? undefined : read;
}

const SPAN_KINDS = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
];
const STATUS_CODES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];
