// What published clients sent, in the order in which they sent it and in the reverse.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { mapTraces } from '#otlp';
import type { CallRecord } from '#records';
import { mergeParts } from '../../open-spans/merge-parts.ts';
import { batchEvents, type BatchEvent } from './batch-events.ts';
import { eventPart } from './event-part.ts';
import { langfuseSpans } from './observation-span.ts';

const FIXTURES = new URL('../../../../test/fixtures/compat/', import.meta.url);

async function eventsOf(client: string): Promise<BatchEvent[]> {
  const found: BatchEvent[] = [];
  for (const file of globSync(`${client}/*.meta.json`, { cwd: FIXTURES.pathname }).toSorted()) {
    const { path } = JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as { path: string };
    if (path !== '/api/public/ingestion') continue;
    const body = readFileSync(new URL(file.replace('.meta', ''), FIXTURES));
    const { events, faulty } = await batchEvents(body, new Pace());
    expect(faulty).toEqual([]);
    found.push(...events);
  }
  return found;
}

function mapped(events: readonly BatchEvent[]) {
  const parts = events.flatMap((event) => (event.type === 'score-create' ? [] : [eventPart(event)]));
  expect(parts).not.toContain(null);
  const { span, trace } = mergeParts(
    parts.filter((part) => part !== null),
    langfuseSpans,
  );
  const whole = [...span.values()];
  expect(whole.filter(({ begun, ended }) => !begun || !ended)).toEqual([]);
  const spans = whole.map((part) => langfuseSpans.toSpan(part, trace.get(part.traceId)?.body ?? null));
  return mapTraces(spans, { providers: ['openai'], nowMs: 0, door: 'open' }).records.toSorted((one, two) =>
    one.id < two.id ? -1 : 1,
  );
}

const CALLS = [
  ['claude-sonnet-4-5', 1422, 19, 1024, null, 'greeting'],
  ['gpt-4-turbo', 1184, 17, 1024, null, undefined],
  ['gpt-4.1', 1184, 17, 1024, null, undefined],
  ['gpt-4.1', 1184, 22, 1024, null, undefined],
  [
    'gpt-4.1-nano',
    0,
    0,
    undefined,
    expect.stringContaining('The fake model rejects this request.'),
    undefined,
  ],
  // The Python client has no details of a stream.
  ['gpt-4o', 1184, 17, expect.anything(), null, undefined],
  ['gpt-4o-mini', 1184, 17, 1024, null, undefined],
  ['gpt-5-mini', 1184, 145, 1024, null, undefined],
  ['qwen-max', 1184, 17, 1024, null, undefined],
];

describe.each(['langfuse-3', 'langfuse-python-2'])('%s', async (client) => {
  const events = await eventsOf(client);
  const records = mapped(events);

  it('has calls with their tokens, errors and prompts', () => {
    const calls = records.filter((record): record is CallRecord => record.kind === 'call');
    const found = calls
      .filter(({ model }) => !model.startsWith('text-embedding'))
      .map(({ model, promptTokens, completionTokens, error, requestMeta }) => {
        const {
          cachedTokens = client === 'langfuse-python-2' && model === 'gpt-4o' ? 0 : undefined,
          promptName,
        } = requestMeta as { cachedTokens?: number; promptName?: string };
        return [model, promptTokens, completionTokens, cachedTokens, error, promptName];
      })
      .toSorted();
    expect(found).toEqual(CALLS);
    expect(calls.filter(({ model }) => model.startsWith('text-embedding')).length).toBe(
      client === 'langfuse-3' ? 1 : 0,
    );
    for (const call of calls)
      expect(call).toMatchObject({
        sessionId: 'session-7',
        requestMeta: { userId: 'user-7' },
        tags: { 'tag:beta': 'true', plan: 'pro' },
      });
  });

  it('has the same records whatever comes first', () => {
    expect(mapped(events.toReversed())).toEqual(records);
  });

  it('keeps the tree', () => {
    const agent = records.find((record) => record.kind === 'observation' && record.name === 'weather-agent');
    expect(agent).toMatchObject({ type: 'agent' });
    const below = records.filter(({ parentSpanId }) => parentSpanId === agent?.spanId);
    expect(below.map(({ kind }) => kind).toSorted()).toEqual(['call', 'call', 'observation']);
  });
});
