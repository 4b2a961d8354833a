// OTLP/protobuf → log records, field by field of opentelemetry/proto/logs/v1/logs.proto. Unknown fields are
// skipped.
import { type DecodedLogs, type LogRecord, MAX_SEVERITY } from '../logs/log-record.ts';
import type { Attributes, InstrumentationScope } from '../span.ts';
import { usableId } from './ids.ts';
import { MalformedBody, MAX_VALUE_DEPTH } from './limits.ts';
import { readProtobufItems } from './protobuf-groups.ts';
import { enumValue, readPair, readProtobufTime, readProtobufValue } from './protobuf-values.ts';
import { bytes, fixed64, varint, type WireReader } from './wire-reader.ts';

const TIME = fixed64(1);
const SEVERITY = varint(2);
const SEVERITY_TEXT = bytes(3);
const BODY = bytes(5);
const ATTRIBUTE = bytes(6);
const TRACE_ID = bytes(9);
const SPAN_ID = bytes(10);
const OBSERVED_TIME = fixed64(11);
const EVENT_NAME = bytes(12);

export function decodeLogsProtobuf(body: Uint8Array): DecodedLogs {
  try {
    return { ok: true, records: readProtobufItems(body, 'log records', readRecord) };
  } catch (error) {
    const tooMany = error instanceof MalformedBody && error.reason === 'too_many';
    return {
      ok: false,
      reason: tooMany ? 'too_many_log_records' : 'invalid_protobuf',
      message: tooMany ? error.message : 'The body is not a valid export of logs in protobuf.',
    };
  }
}

function readRecord(
  wire: WireReader,
  end: number,
  resource: Attributes,
  scope: InstrumentationScope,
): LogRecord {
  const record: LogRecord = {
    timeMs: 0,
    observedMs: 0,
    severity: 0,
    severityText: '',
    body: null,
    eventName: '',
    attributes: new Map(),
    traceId: '',
    spanId: '',
    resource,
    scope,
  };
  while (wire.pos < end) {
    const tag = wire.readVarint();
    if (tag === ATTRIBUTE) readPair(wire, wire.fieldEnd(end), record.attributes);
    else if (tag === TIME) record.timeMs = readProtobufTime(wire).ms;
    else if (tag === OBSERVED_TIME) record.observedMs = readProtobufTime(wire).ms;
    else if (tag === SEVERITY) record.severity = enumValue(wire.readVarint(), MAX_SEVERITY);
    else if (tag === SEVERITY_TEXT) record.severityText = wire.text(end);
    else if (tag === BODY) record.body = readProtobufValue(wire, wire.fieldEnd(end), MAX_VALUE_DEPTH);
    else if (tag === TRACE_ID) record.traceId = usableId(wire.hex(end, 16));
    else if (tag === SPAN_ID) record.spanId = usableId(wire.hex(end, 8));
    else if (tag === EVENT_NAME) record.eventName = wire.text(end);
    else wire.skipField(tag, end);
  }
  wire.close(end);
  return record;
}
