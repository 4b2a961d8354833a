// A service that keeps the spans and scores that the SDK sends, for tests.
import { onTestFinished } from 'vitest';
import { tracewell, type TracingOptions } from '../src/tracing/index.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number; message?: string };
  attributes: Record<string, unknown>;
  events: { name: string; attributes: Record<string, unknown> }[];
}

type KeyValues = { key: string; value: Record<string, unknown> }[];
const plain = (list: KeyValues) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A service that keeps what it gets, and answers with `status`. */
export function spanService(options: TracingOptions = {}) {
  const seen = {
    spans: [] as SentSpan[],
    scores: [] as Record<string, unknown>[],
    resources: [] as unknown[],
  };
  const errors: string[] = [];
  const state = { status: 200, requests: 0 };
  const tw = tracewell({
    url: 'http://service.example/',
    apiKey: 'twl_x',
    service: 'support-agent',
    onError: (error) => errors.push(error.message),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      state.requests += 1;
      if (state.status === 0) throw new TypeError('fetch failed');
      if (state.status !== 200)
        return Response.json({ error: 'No.', reason: 'no' }, { status: state.status });
      const body = (await request.json()) as {
        resourceSpans?: {
          resource: { attributes: KeyValues };
          scopeSpans: {
            spans: (Omit<SentSpan, 'attributes' | 'events'> & {
              attributes: KeyValues;
              events: { name: string; attributes: KeyValues }[];
            })[];
          }[];
        }[];
        scores?: Record<string, unknown>[];
      };
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        seen.resources.push(plain(resource.attributes));
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
          const events = span.events.map(({ name, attributes }) => ({ name, attributes: plain(attributes) }));
          seen.spans.push({ ...span, attributes: plain(span.attributes), events });
        }
      }
      seen.scores.push(...(body.scores ?? []));
      const accepted = body.scores?.length ?? 0;
      return Response.json({ accepted, ids: [], textDropped: 0, rejected: [] });
    },
    ...options,
  });
  onTestFinished(async () => void (await tw.close({ timeoutMs: 1 })));
  const named = (name: string) => seen.spans.find((span) => span.name === name)!;
  return { tw, ...seen, seen, errors, state, named };
}
