// OTLP/protobuf → spans, field by field of opentelemetry/proto/trace/v1/trace.proto. Unknown fields are
// skipped.
import type { Attributes, Decoded, InstrumentationScope, Span, SpanEvent, SpanLink } from '../span.ts';
import { usableId } from './ids.ts';
import { EventRoom, MalformedBody } from './limits.ts';
import { readProtobufItems } from './protobuf-groups.ts';
import { enumValue, readPair, readProtobufTime } from './protobuf-values.ts';
import { durationBetween, UNSET } from './time.ts';
import { bytes, fixed64, varint, type WireReader } from './wire-reader.ts';

const TRACE_ID = bytes(1);
const SPAN_ID = bytes(2);
const PARENT_SPAN_ID = bytes(4);
const SPAN_NAME = bytes(5);
const SPAN_KIND = varint(6);
const START_TIME = fixed64(7);
const END_TIME = fixed64(8);
const SPAN_ATTRIBUTE = bytes(9);
const EVENT = bytes(11);
const LINK = bytes(13);
const STATUS = bytes(15);

const LINK_TRACE_ID = bytes(1);
const LINK_SPAN_ID = bytes(2);

const EVENT_TIME = fixed64(1);
const EVENT_NAME = bytes(2);
const EVENT_ATTRIBUTE = bytes(3);

const STATUS_MESSAGE = bytes(2);
const STATUS_CODE = varint(3);

export function decodeProtobuf(body: Uint8Array): Decoded {
  try {
    const room = new EventRoom();
    return {
      ok: true,
      spans: readProtobufItems(body, 'spans', (wire, end, resource, scope) =>
        readSpan(wire, end, { resource, scope, room }),
      ),
    };
  } catch (error) {
    const tooMany = error instanceof MalformedBody && error.reason === 'too_many';
    return {
      ok: false,
      reason: tooMany ? 'too_many_spans' : 'invalid_protobuf',
      message: tooMany ? error.message : 'The body is not a valid ExportTraceServiceRequest in protobuf.',
    };
  }
}

interface Surroundings {
  resource: Attributes;
  scope: InstrumentationScope;
  room: EventRoom;
}

function readSpan(wire: WireReader, end: number, { resource, scope, room }: Surroundings): Span {
  const span: Span = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    kind: 0,
    startMs: 0,
    endMs: 0,
    durationMs: 0,
    attributes: new Map(),
    events: [],
    statusCode: 0,
    statusMessage: '',
    resource,
    scope,
    link: undefined,
  };
  let links = 0;
  let start = UNSET;
  let finish = UNSET;
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === SPAN_ATTRIBUTE) readPair(wire, wire.fieldEnd(end), span.attributes);
    else if (tag === TRACE_ID) span.traceId = usableId(wire.hex(end, 16));
    else if (tag === SPAN_ID) span.spanId = usableId(wire.hex(end, 8));
    else if (tag === PARENT_SPAN_ID) span.parentSpanId = usableId(wire.hex(end, 8));
    else if (tag === SPAN_NAME) span.name = wire.text(end);
    else if (tag === SPAN_KIND) span.kind = enumValue(wire.readVarint(), 5);
    else if (tag === START_TIME) start = readProtobufTime(wire);
    else if (tag === END_TIME) finish = readProtobufTime(wire);
    else if (tag === EVENT && room.leftFor(span.events.length) > 0) {
      span.events.push(readEvent(wire, wire.fieldEnd(end)));
      room.take(1);
    } else if (tag === LINK) {
      links += 1;
      span.link = readLink(wire, wire.fieldEnd(end));
    } else if (tag === STATUS) readStatus(wire, wire.fieldEnd(end), span);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  if (links > 1) span.link = undefined;
  span.startMs = start.ms;
  span.endMs = finish.ms;
  span.durationMs = durationBetween(start, finish);
  return span;
}

function readEvent(wire: WireReader, end: number): SpanEvent {
  const event: SpanEvent = { name: '', timeMs: 0, attributes: new Map() };
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === EVENT_TIME) event.timeMs = readProtobufTime(wire).ms;
    else if (tag === EVENT_NAME) event.name = wire.text(end);
    else if (tag === EVENT_ATTRIBUTE) readPair(wire, wire.fieldEnd(end), event.attributes);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return event;
}

function readLink(wire: WireReader, end: number): SpanLink | undefined {
  const link: SpanLink = { traceId: '', spanId: '' };
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === LINK_TRACE_ID) link.traceId = usableId(wire.hex(end, 16));
    else if (tag === LINK_SPAN_ID) link.spanId = usableId(wire.hex(end, 8));
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return link.traceId === '' || link.spanId === '' ? undefined : link;
}

function readStatus(wire: WireReader, end: number, span: Span): void {
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === STATUS_MESSAGE) span.statusMessage = wire.text(end);
    else if (tag === STATUS_CODE) span.statusCode = enumValue(wire.readVarint(), 2);
    else wire.skipField(tag, end);
  }
  wire.close(end);
}
