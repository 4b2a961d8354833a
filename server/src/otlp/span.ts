// One span as both encodings of the wire give it, before anyone asks what it means.
import type { Json } from '#records';

/** A map, not an object: keys come from strangers and may be `__proto__`. Values inside are null-prototype objects. */
export type Attributes = Map<string, Json>;

export interface Scope {
  name: string;
  version: string;
}

export interface SpanEvent {
  name: string;
  timeMs: number;
  attributes: Attributes;
}

export interface Span {
  /** 32 lower-case hex digits; '' when what was sent is no trace id. */
  traceId: string;
  /** 16 lower-case hex digits; '' when what was sent is no span id. */
  spanId: string;
  /** '' for a root. */
  parentSpanId: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer; 0 not given. */
  kind: number;
  /** Whole milliseconds; 0 when not given. */
  startMs: number;
  endMs: number;
  /** With the fraction that the nanoseconds give; never negative. */
  durationMs: number;
  attributes: Attributes;
  events: SpanEvent[];
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  resource: Attributes;
  scope: Scope;
}

export interface Malformed {
  ok: false;
  reason: 'invalid_json' | 'invalid_protobuf' | 'too_many_spans';
  message: string;
}

export type Decoded = { ok: true; spans: Span[] } | Malformed;
