// Whatever JSON stands where a client puts its own, a payload becomes a record or is rejected with a reason.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject } from '#lib/is-object';
import { mapTraces, type Span } from '#otlp';
import type { Json, JsonObject } from '#records';
import { capturedRequests } from '#test/support/compat-fixtures';
import { heliconeHeaders } from './helicone/call-headers.ts';
import { heliconeSpans } from './helicone/to-spans.ts';
import { feedbackScore } from './langsmith/feedback.ts';
import { runPart } from './langsmith/run-part.ts';
import { runSpan } from './langsmith/run-span.ts';
import { litellmSpan } from './litellm/to-span.ts';

const bodies = (client: string) =>
  capturedRequests(client)
    .filter(({ body }) => body.length > 0)
    .flatMap(({ body }) => JSON.parse(String(body)) as JsonObject | JsonObject[]);

/** The paths of all members, at any depth. */
function pathsOf(value: Json, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

function replaced(value: Json, [key, ...rest]: string[], odd: Json): Json {
  if (key === undefined || typeof value !== 'object' || value === null) return odd;
  const copy = structuredClone(value) as JsonObject;
  copy[key] = replaced(copy[key] ?? null, rest, odd);
  return copy;
}

/** A captured body with something else in one place. */
const spoiled = (client: string) => {
  const sent = bodies(client);
  return fc
    .tuple(
      fc.constantFrom(...sent),
      fc.nat(),
      fc.oneof(fc.jsonValue(), fc.double(), fc.string({ unit: 'binary' })),
    )
    .map(([body, at, odd]) => {
      const paths = pathsOf(body);
      return replaced(body, paths[at % paths.length] ?? [], odd as Json);
    });
};

/** What is wrong with the records of these spans; empty if nothing is. */
function faultsOf(spans: readonly Span[]): string[] {
  const { records, rejected } = mapTraces(spans, { providers: ['openai'], nowMs: 0, door: 'open' });
  const faults = records.flatMap((record) => [
    ...(record.id.length > 256 ? ['a long id'] : []),
    ...(Number.isNaN(new Date(record.timestampMs).getTime()) ? ['a time without a date'] : []),
    ...(record.kind === 'call' && !(record.totalTokens >= 0) ? ['odd tokens'] : []),
    ...(JSON.parse(JSON.stringify(record)) === null ? ['no JSON'] : []),
  ]);
  return records.length + rejected.length === spans.length ? faults : [...faults, 'a span is lost'];
}

it('payloads of LiteLLM', () => {
  fc.assert(
    fc.property(spoiled('litellm-generic-api'), (payload) => {
      const read = litellmSpan(payload);
      expect(read.ok ? faultsOf([read.span]) : []).toEqual([]);
      expect(read.ok || /^[a-z_]+$/.test(read.reason)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

it.each(['langsmith', 'langchain', 'litellm-langsmith'])('runs and feedback of %s', (client) => {
  fc.assert(
    fc.property(spoiled(client), (sent) => {
      const { post, patch } = (isObject(sent) ? sent : {}) as { post?: unknown; patch?: unknown };
      const runs = [post, patch].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
      const spans = runs.flatMap((run) => {
        const part = runPart(run, 'post');
        return part ? [runSpan(part)] : [];
      });
      expect(faultsOf([...new Map(spans.map((span) => [span.spanId, span])).values()])).toEqual([]);
      expect(() => feedbackScore(isObject(sent) ? sent : {})).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

it('logs of Helicone', () => {
  fc.assert(
    fc.property(spoiled('helicone'), fc.dictionary(fc.string(), fc.string()), (log, sent) => {
      const body = isObject(log) ? log : {};
      const named = Object.entries(sent).map(([name, value]): [string, string] => [
        name.toLowerCase(),
        value,
      ]);
      const headers = heliconeHeaders(
        (name) => named.find(([key]) => `helicone-${key}` === name)?.[1] ?? named[0]?.[1],
        () => named,
        sent,
      );
      const spans = heliconeSpans({
        route: 'custom',
        body,
        streamed: null,
        headers,
        nowMs: 1_794_857_530_000,
      });
      expect(faultsOf(spans)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
