// OTLP/JSON → log records.
import { type DecodedLogs, type LogRecord, MAX_SEVERITY } from '../logs/log-record.ts';
import type { Attributes, InstrumentationScope } from '../span.ts';
import { readId } from './ids.ts';
import {
  type GroupNames,
  type WireMessage,
  readAttributes,
  readJsonItems,
  readJsonValue,
  wireText,
  wireTime,
} from './json-values.ts';
import { MalformedBody, MAX_VALUE_DEPTH } from './limits.ts';

const NAMES: GroupNames = {
  resources: ['resourceLogs', 'resource_logs'],
  scopes: ['scopeLogs', 'scope_logs', 'instrumentationLibraryLogs', 'instrumentation_library_logs'],
  items: ['logRecords', 'log_records', 'logs'],
  plural: 'log records',
};

export function decodeLogsJson(body: Uint8Array): DecodedLogs {
  try {
    return { ok: true, records: readJsonItems(body, NAMES, readRecord) };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    return {
      ok: false,
      reason: error.reason === 'too_many' ? 'too_many_log_records' : 'invalid_json',
      message: error.message,
    };
  }
}

function readRecord(record: WireMessage, resource: Attributes, scope: InstrumentationScope): LogRecord {
  return {
    timeMs: wireTime(record['timeUnixNano'] ?? record['time_unix_nano']).ms,
    observedMs: wireTime(record['observedTimeUnixNano'] ?? record['observed_time_unix_nano']).ms,
    severity: severity(record['severityNumber'] ?? record['severity_number']),
    severityText: wireText(record['severityText'] ?? record['severity_text']),
    body: readJsonValue(record['body'], MAX_VALUE_DEPTH),
    eventName: wireText(record['eventName'] ?? record['event_name']),
    attributes: readAttributes(record['attributes']),
    traceId: readId(record['traceId'] ?? record['trace_id'], 16),
    spanId: readId(record['spanId'] ?? record['span_id'], 8),
    resource,
    scope,
  };
}

const severity = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SEVERITY ? value : 0;
