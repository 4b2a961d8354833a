// Links of calls for tests of duplicates, without the spans that they come from.
import { linkKeys, spanLines, type CallLink, type SpanLines } from '#otlp';

export function link(spanId: string, given: Partial<CallLink> = {}): CallLink {
  const made = linkOf(spanId, given);
  return { ...made, keys: linkKeys(made.traceId, made.spanId, made.parentSpanId) };
}

const linkOf = (spanId: string, given: Partial<CallLink>): Omit<CallLink, 'keys'> => ({
  id: `${given.traceId ?? 't'}-${spanId}`,
  traceId: 't',
  spanId,
  parentSpanId: null,
  provider: 'openai',
  model: 'gpt-5',
  responseModel: null,
  responseId: null,
  startMs: 0,
  endMs: 100,
  input: 1_000,
  output: 100,
  cache: 0,
  reasoning: 0,
  failed: false,
  ...given,
});

/** Spans that are no calls, as [span, parent]. */
export const between = (...spans: readonly (readonly [spanId: string, parentSpanId: string])[]): SpanLines =>
  spanLines(spans.map(([spanId, parentSpanId]) => ({ traceId: 't', spanId, parentSpanId })));

/** An id as vendors make them. */
export const RESPONSE = 'chatcmpl-BxQ2m7rT1kLw9';
