import { describe, expect, it } from 'vitest';
import { mapTraces } from '#otlp';
import type { CallRecord, JsonObject, ObservationRecord } from '#records';
import { partOf } from '../../open-spans/merge-parts.ts';
import type { BatchEvent } from './batch-events.ts';
import { eventPart } from './event-part.ts';
import { langfuseSpans } from './observation-span.ts';

const AT = '2026-06-15T12:00:00.000Z';

const event = (type: string, body: JsonObject): BatchEvent => ({
  id: 'e',
  type,
  timestamp: AT,
  body,
  bytes: 0,
});

function recordOf(type: string, body: JsonObject, trace: JsonObject | null = null) {
  const part = eventPart(event(type, { id: 'g', traceId: 't', startTime: AT, ...body }));
  if (!part) throw new Error('no part');
  const about = trace && eventPart(event('trace-create', { id: 't', ...trace }));
  const span = langfuseSpans.toSpan(partOf(part), about?.body ?? null);
  const [record] = mapTraces([span], { providers: ['openai'], nowMs: 0, door: 'open' }).records;
  return record;
}

const callOf = (body: JsonObject, trace: JsonObject | null = null) =>
  recordOf('generation-create', { model: 'gpt-4o-mini', ...body }, trace) as CallRecord;

describe('a generation', () => {
  it('is a call with everything that its trace says', () => {
    const call = callOf(
      {
        endTime: '2026-06-15T12:00:02.500Z',
        completionStartTime: '2026-06-15T12:00:00.400Z',
        name: 'answer',
        modelParameters: { temperature: 0.5 },
        input: [{ role: 'user', content: 'Hello' }],
        output: { role: 'assistant', content: 'Hi' },
        promptName: 'greeting',
        promptVersion: 3,
        parentObservationId: 'p',
        environment: 'staging',
        metadata: { team: 'red' },
      },
      {
        userId: 'u',
        sessionId: 's',
        tags: ['beta'],
        metadata: { tier: 'gold' },
        release: '1.2',
        name: 'chat',
      },
    );
    expect(call).toMatchObject({
      kind: 'call',
      id: 't-g',
      provider: 'openai',
      model: 'gpt-4o-mini',
      latencyMs: 2_500,
      parentSpanId: 'p',
      sessionId: 's',
      error: null,
      tags: { 'deployment.environment': 'staging', 'tag:beta': 'true', tier: 'gold', release: '1.2' },
      requestMeta: {
        input: [{ role: 'user', content: 'Hello' }],
        output: { role: 'assistant', content: 'Hi' },
        userId: 'u',
        promptName: 'greeting',
        promptVersion: '3',
        spanName: 'answer',
        ttftMs: 400,
        stream: true,
        attributes: {
          'langfuse.observation.model.parameters': '{"temperature":0.5}',
          'langfuse.observation.metadata.team': 'red',
          'langfuse.trace.name': 'chat',
        },
      },
    });
  });

  it.each<[string, JsonObject, number, number, number | null]>([
    ['usage of older clients', { usage: { input: 10, output: 4, total: 14, unit: 'TOKENS' } }, 10, 4, null],
    [
      'usage in the words of OpenAI',
      { usage: { promptTokens: 10, completionTokens: 4, totalTokens: 14 } },
      10,
      4,
      null,
    ],
    ['usage with costs', { usage: { input: 10, output: 4, totalCost: 0.5 } }, 10, 4, 0.5],
    [
      'details, which win over usage',
      {
        usage: { input: 999, output: 999 },
        usageDetails: { input: 6, output: 4, total: 14, cache_read_input_tokens: 4 },
        costDetails: { input: 0.25, output: 0.5 },
      },
      10,
      4,
      0.75,
    ],
    [
      'what LiteLLM sends',
      { usage: { promptTokens: 10, completionTokens: 4, total_cost: 0.25 } },
      10,
      4,
      0.25,
    ],
    ['empty details', { usage: { input: 10, output: 4 }, usageDetails: {} }, 10, 4, null],
    ['a cost of nothing', { usage: { input: 10, output: 4 }, costDetails: { total: 0 } }, 10, 4, null],
    ['another unit than tokens', { usage: { input: 10, output: 4, unit: 'CHARACTERS' } }, 0, 0, null],
  ])('has the tokens and the cost of %s', (_name, body, promptTokens, completionTokens, costUsd) => {
    expect(callOf(body)).toMatchObject({ promptTokens, completionTokens, costUsd });
  });

  it('has the error of its level', () => {
    expect(callOf({ level: 'ERROR', statusMessage: '429 Too many' })).toMatchObject({
      error: '429 Too many',
    });
    expect(callOf({ level: 'WARNING', statusMessage: 'slow' }).error).toBeNull();
  });

  it('is an observation without a model and without usage', () => {
    expect(recordOf('generation-create', { name: 'x' })).toMatchObject({ kind: 'observation', type: 'span' });
  });
});

describe('other observations', () => {
  it.each([
    ['span-create', {}, 'span'],
    ['tool-create', {}, 'tool'],
    ['retriever-create', {}, 'retriever'],
    ['agent-create', {}, 'agent'],
    ['observation-create', { type: 'GUARDRAIL' }, 'guardrail'],
    ['event-create', {}, 'span'],
  ])('%s %j is of the type %s', (type, body, expected) => {
    expect(recordOf(type, { ...body, name: 'x' })).toMatchObject({ kind: 'observation', type: expected });
  });

  it('keep input and output as texts, which can be cut', () => {
    const record = recordOf('span-create', {
      input: { q: 'x'.repeat(100_000) },
      output: [1],
    }) as ObservationRecord;
    expect(record.attributes['langfuse.observation.input']).toMatch(/^\{"q":"x{1000}/);
    expect(record.attributes['langfuse.observation.output']).toBe('[1]');
  });

  it('of a trace that nothing is known about are their own trace', () => {
    expect(recordOf('span-create', { traceId: null })).toMatchObject({ traceId: 'g', id: 'g-g' });
  });

  it('end when they say so, never before they begin', () => {
    expect(recordOf('span-create', { endTime: '2026-06-15T11:59:59.000Z' })).toMatchObject({ durationMs: 0 });
    expect(eventPart(event('span-create', { id: 'x' }))).toMatchObject({
      begins: true,
      ends: false,
      order: 0,
    });
    expect(eventPart(event('event-create', { id: 'x' }))).toMatchObject({ begins: true, ends: true });
    expect(eventPart(event('span-update', { id: 'x', endTime: AT }))).toMatchObject({
      begins: false,
      ends: true,
      order: Date.parse(AT),
    });
    expect(eventPart(event('span-update', { id: 'x', endTime: 'soon' }))).toMatchObject({ ends: false });
  });
});

describe('events that are no part of a trace', () => {
  it.each(['nonsense', 'score-create', 'dataset-run-item-create', 'trace-update', 'nonsense-create'])(
    '%s',
    (type) => {
      expect(eventPart(event(type, { id: 'x' }))).toBeNull();
    },
  );

  it('without an id anywhere', () => {
    expect(eventPart({ ...event('span-create', {}), id: '' })).toBeNull();
  });
});

describe('ids', () => {
  it('are those of the event if the span has none, as from Dify', () => {
    for (const id of [undefined, null, '', 7])
      expect(eventPart(event('span-create', { id: id as string }))).toMatchObject({ id: 'e' });
  });

  it('are shortened if no record could have them', () => {
    const long = eventPart(event('span-create', { id: 'x'.repeat(900), traceId: 'a\u0000b' }));
    expect(long?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(long?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a trace', () => {
  it('is not known by an update with an output alone', () => {
    expect(eventPart(event('trace-create', { id: 't', output: 'x', release: '1' }))?.begins).toBe(false);
    expect(eventPart(event('trace-create', { id: 't' }))?.begins).toBe(true);
    expect(eventPart(event('trace-create', { id: 't', output: 'x', userId: 'u' }))?.begins).toBe(true);
  });

  it('has no content of its own', () => {
    expect(
      eventPart(event('trace-create', { id: 't', input: 'in', output: 'out', name: 'n' }))?.body,
    ).toEqual({ name: 'n' });
  });
});
