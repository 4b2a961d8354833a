// Writes ended spans as OTLP in JSON. The spans may come from the SDK's own recorder, or from any release of
// OpenTelemetry's SDK, whose fields have had several names.
import type { Attributes, HrTime, Link, SpanContext, SpanStatus } from '@opentelemetry/api';

export interface SpanResource {
  attributes: Attributes;
}

export interface SpanScope {
  name: string;
  version?: string | undefined;
}

/** The part of OpenTelemetry's `ReadableSpan` that is sent. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: number;
  spanContext(): SpanContext;
  readonly parentSpanContext?: SpanContext | undefined;
  /** Its form before release 2. */
  readonly parentSpanId?: string | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly events: readonly { name: string; time: HrTime; attributes?: Attributes | undefined }[];
  readonly links: readonly Link[];
  readonly resource: SpanResource;
  readonly instrumentationScope?: SpanScope | undefined;
  /** Its form before release 2. */
  readonly instrumentationLibrary?: SpanScope | undefined;
}

const nanoseconds = ([seconds, nanos]: HrTime): string =>
  seconds === 0 ? String(nanos) : `${seconds}${String(nanos).padStart(9, '0')}`;

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return { intValue: value };
    return Number.isFinite(value) ? { doubleValue: value } : { stringValue: String(value) };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === 'object' && value !== null) return { kvlistValue: { values: keyValues(value) } };
  return {};
}

function keyValues(attributes: object): object[] {
  const list: object[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) list.push({ key, value: anyValue(value) });
  }
  return list;
}

/** The kinds of the interface begin at 0, those of the protocol at 1. */
const kindOf = (kind: number): number => kind + 1;

function encodeSpan(span: EndedSpan): object {
  const { traceId, spanId, traceState } = span.spanContext();
  const parentSpanId = span.parentSpanContext?.spanId ?? span.parentSpanId;
  const { code, message } = span.status;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(traceState === undefined ? {} : { traceState: traceState.serialize() }),
    name: span.name,
    kind: kindOf(span.kind),
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: keyValues(span.attributes),
    status: message === undefined ? { code } : { code, message },
    events: span.events.map(({ name, time, attributes = {} }) => ({
      name,
      timeUnixNano: nanoseconds(time),
      attributes: keyValues(attributes),
    })),
    links: span.links.map(({ context, attributes = {} }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: keyValues(attributes),
    })),
  };
}

/** One span as JSON text. Bodies are put together from these, because only the text has a known size. */
export const spanText = (span: EndedSpan): string => JSON.stringify(encodeSpan(span));

interface Encoded {
  span: EndedSpan;
  text: string;
}

const scopeOf = ({ instrumentationScope, instrumentationLibrary }: EndedSpan): SpanScope =>
  instrumentationScope ?? instrumentationLibrary ?? { name: '' };

/** The body of a request to `/otel/v1/traces`. */
export function tracesBody(all: readonly Encoded[]): string {
  const byResource = new Map<SpanResource, Map<string, { scope: SpanScope; texts: string[] }>>();
  for (const { span, text } of all) {
    const scope = scopeOf(span);
    const scopes = byResource.get(span.resource) ?? new Map();
    byResource.set(span.resource, scopes);
    const key = `${scope.name}@${scope.version ?? ''}`;
    const group = scopes.get(key) ?? { scope, texts: [] };
    scopes.set(key, group);
    group.texts.push(text);
  }
  const resources = [...byResource].map(([resource, scopes]) => {
    const head = JSON.stringify({ attributes: keyValues(resource.attributes) });
    const inner = [...scopes.values()].map(
      ({ scope: { name, version }, texts }) =>
        `{"scope":${JSON.stringify({ name, version })},"spans":[${texts.join(',')}]}`,
    );
    return `{"resource":${head},"scopeSpans":[${inner.join(',')}]}`;
  });
  return `{"resourceSpans":[${resources.join(',')}]}`;
}
