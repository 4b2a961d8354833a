// Spans as OTLP/JSON, as clients send them.
import { randomBytes } from 'node:crypto';

type Value = string | number | boolean;

export interface SampleSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const valueOf = (value: Value): Record<string, unknown> => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const nano = (ms: number): string => `${Math.round(ms)}000000`;

export function plain(
  attributes: Record<string, Value> = {},
  name = 'work',
  startMs = Date.now(),
): SampleSpan {
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name,
    kind: 1,
    startTimeUnixNano: nano(startMs),
    endTimeUnixNano: nano(startMs + 250),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) })),
  };
}

/** A chat with a model whose price is known. */
export const inference = (attributes: Record<string, Value> = {}, startMs = Date.now()): SampleSpan =>
  plain(
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 1_000,
      'gen_ai.usage.output_tokens': 100,
      ...attributes,
    },
    'chat gpt-4o-mini',
    startMs,
  );

export const exportOf = (spans: readonly SampleSpan[], scope = 'test-instrumentation') => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'sample' } }] },
      scopeSpans: [{ scope: { name: scope, version: '1.0.0' }, spans }],
    },
  ],
});
