// One span as both decoders return it, before its attributes are interpreted.
import type { Json } from '#records';

/** A map, because keys are untrusted and may be `__proto__`. Objects among the values have no prototype. */
export type Attributes = Map<string, Json>;

export interface InstrumentationScope {
  name: string;
  version: string;
}

export interface SpanEvent {
  name: string;
  timeMs: number;
  attributes: Attributes;
}

/** Another span, of any trace. */
export interface SpanLink {
  traceId: string;
  spanId: string;
}

export interface Span {
  /** 32 lower-case hex digits; '' if the trace id is invalid. */
  traceId: string;
  /** 16 lower-case hex digits; '' if the span id is invalid. */
  spanId: string;
  /** '' for a root. */
  parentSpanId: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer; 0 if absent. */
  kind: number;
  /** Whole milliseconds; 0 if absent. */
  startMs: number;
  endMs: number;
  /** With fractions from the nanoseconds; never negative. */
  durationMs: number;
  attributes: Attributes;
  events: SpanEvent[];
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  resource: Attributes;
  scope: InstrumentationScope;
  /** If the span links to exactly one other. */
  link?: SpanLink | undefined;
  /** Set if the client never said that the span ended. */
  unfinished?: true;
}

interface Malformed {
  ok: false;
  reason: 'invalid_json' | 'invalid_protobuf' | 'too_many_spans';
  message: string;
}

export type Decoded = { ok: true; spans: Span[] } | Malformed;
