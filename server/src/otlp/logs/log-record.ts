// One log record as both decoders return it, before its event is interpreted.
import type { Json } from '#records';
import type { Attributes, InstrumentationScope } from '../span.ts';

export const MAX_SEVERITY = 24;

export interface LogRecord {
  /** Whole milliseconds; 0 if absent. */
  timeMs: number;
  observedMs: number;
  /** 1 to 24; 0 if absent. */
  severity: number;
  severityText: string;
  body: Json;
  /** The field of the wire format; many clients use the attribute `event.name` instead. '' if absent. */
  eventName: string;
  attributes: Attributes;
  /** 32 lower-case hex digits; '' if there is no valid one. */
  traceId: string;
  /** 16 lower-case hex digits; '' if there is no valid one. */
  spanId: string;
  resource: Attributes;
  scope: InstrumentationScope;
}

export type DecodedLogs =
  | { ok: true; records: LogRecord[] }
  | { ok: false; reason: 'invalid_json' | 'invalid_protobuf' | 'too_many_log_records'; message: string };
