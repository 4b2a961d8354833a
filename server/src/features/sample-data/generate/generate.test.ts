import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { deriveCost, priceBook } from '#otlp';
import type { CallRecord, ObservationRecord } from '#records';
import { sampleRecords } from './generate.ts';
import { MODELS } from './models.ts';
import { sampleScores } from './scores.ts';

const NOW = Date.parse('2026-11-18T15:20:00.000Z');
const made = (changes: object = {}) =>
  sampleRecords({ seed: 7, nowMs: NOW, days: 7, prefix: 'sample-7', ...changes });

const records = made();
const calls = records.filter((record): record is CallRecord => record.kind === 'call');
const observations = records.filter((record): record is ObservationRecord => record.kind === 'observation');
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const prices = priceBook();
const priced = (call: CallRecord) =>
  deriveCost(
    {
      provider: call.provider,
      model: call.model,
      atMs: call.timestampMs,
      usage: call.usage,
      cacheWrite1h: 0,
    },
    prices,
  );

describe('sample records', () => {
  it('are deterministic for a seed and time, and differ for another seed', () => {
    expect(made()).toEqual(records);
    expect(made({ seed: 8 })).not.toEqual(records);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records.every(({ id }) => /^sample-7-\d{4}$/.test(id))).toBe(true);
  });

  it.each([7, 3, 1])('lie within the last %i days, whatever the hour and the weekday', (days) => {
    for (const nowMs of [NOW, NOW + 12 * HOUR_MS, Date.parse('2026-11-22T03:00:00.000Z')]) {
      const all = made({ nowMs, days, seed: days });
      const from = nowMs - days * DAY_MS;
      for (const record of all) {
        const end = record.timestampMs + (record.kind === 'call' ? record.latencyMs : record.durationMs);
        expect([record.id, record.timestampMs > from, end <= nowMs]).toEqual([record.id, true, true]);
        expect(Number.isInteger(record.timestampMs)).toBe(true);
      }
      expect(all.filter(({ timestampMs }) => timestampMs > nowMs - 2 * HOUR_MS).length).toBeGreaterThan(10);
    }
  });

  it('are about five hundred calls and sixty traces, each trace one tree', () => {
    expect(calls.length).toBeGreaterThanOrEqual(500);
    expect(calls.length).toBeLessThan(510);
    const traces = Map.groupBy(
      records.filter(({ traceId }) => traceId !== null),
      ({ traceId }) => traceId,
    );
    expect(traces.size).toBe(60);
    for (const [, spans] of traces) {
      const ids = new Set(spans.map(({ spanId }) => spanId));
      expect(ids.size).toBe(spans.length);
      expect(spans.filter(({ parentSpanId }) => parentSpanId === null)).toMatchObject([{ type: 'agent' }]);
      expect(spans.every(({ parentSpanId }) => parentSpanId === null || ids.has(parentSpanId))).toBe(true);
    }
    expect(new Set(observations.map(({ type }) => type))).toEqual(
      new Set(['agent', 'guardrail', 'retriever', 'tool', 'http']),
    );
  });

  it('have models with a price, agents, users, sessions of several turns, tags and prompts', () => {
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(MODELS.map(({ model }) => model)));
    expect(new Set(calls.map(({ provider }) => provider)).size).toBe(3);
    for (const call of calls) expect(priced(call).pricing?.source).toBe('catalog');
    const metas = calls.map(({ requestMeta }) => requestMeta ?? {});
    expect(new Set(metas.map((meta) => meta['agentName']))).toEqual(
      new Set(['support-bot', 'research-agent', 'code-reviewer']),
    );
    expect(new Set(metas.map((meta) => meta['userId'])).size).toBeGreaterThan(15);
    expect(new Set(metas.map((meta) => meta['promptName'])).size).toBe(8);
    const sessions = Map.groupBy(
      calls.filter(({ sessionId }) => sessionId),
      ({ sessionId }) => sessionId,
    );
    expect([...sessions.values()].filter((turns) => turns.length > 2).length).toBeGreaterThan(30);
    for (const { tags } of calls) {
      expect(Object.keys(tags)).toEqual([
        'env',
        'feature',
        'release',
        ...(tags['feature'] === 'triage' ? ['ticket'] : []),
      ]);
      expect(['production', 'staging']).toContain(tags['env']);
    }
    expect(new Set(calls.map(({ tags }) => tags['release'])).size).toBe(3);
    expect(calls.some(({ usage }) => usage.cacheRead > 0)).toBe(true);
    expect(calls.some(({ usage }) => usage.reasoning > 0)).toBe(true);
    expect(calls.some(({ toolCalls }) => toolCalls !== null)).toBe(true);
  });

  it('have messages for every call, and arguments and results for every tool', () => {
    for (const { requestMeta, error } of calls) {
      expect(JSON.stringify(requestMeta?.['input'])).toContain('"role":"user"');
      expect(typeof requestMeta?.['output']).toBe(error === null ? 'string' : 'undefined');
    }
    for (const { type, attributes } of observations) {
      if (type !== 'tool') continue;
      expect(attributes['gen_ai.tool.call.arguments']).toBeDefined();
      expect(attributes['gen_ai.tool.call.result']).toBeDefined();
    }
  });

  it.each([1, 2, 3])('have an agent whose tool fails while no model call does, lately (seed %i)', (seed) => {
    const traces = Map.groupBy(made({ seed }), ({ traceId }) => traceId);
    const stuck = [...traces.values()].filter((spans) => {
      const tools = spans.filter((span) => span.kind === 'observation' && span.type === 'tool');
      const alike = new Set(tools.map((tool) => JSON.stringify('attributes' in tool && tool.attributes)));
      return tools.length >= 6 && alike.size === 1 && tools.every(({ error }) => error === 'gateway_timeout');
    });
    expect(stuck).toHaveLength(2);
    for (const spans of stuck) {
      expect(spans.filter(({ kind, error }) => kind === 'call' && error !== null)).toEqual([]);
      expect(Math.min(...spans.map(({ timestampMs }) => timestampMs))).toBeGreaterThan(NOW - 2 * HOUR_MS);
    }
  });

  it.each([1, 2, 3])('ask one expensive question again and again (seed %i)', (seed) => {
    const asked = made({ seed }).filter(
      (record): record is CallRecord =>
        record.kind === 'call' &&
        record.error === null &&
        record.requestMeta?.['promptName'] === 'catalog-summary',
    );
    expect(new Set(asked.map(({ requestMeta }) => JSON.stringify(requestMeta?.['input']))).size).toBe(1);
    const days = Map.groupBy(asked, ({ timestampMs }) => Math.floor(timestampMs / DAY_MS));
    // The thresholds of proposals: twenty repeats within a day, which cost at least a dollar.
    expect(asked.length - days.size).toBeGreaterThan(24);
    const repeats = [...days.values()].flatMap((calls) =>
      calls.toSorted((left, right) => left.timestampMs - right.timestampMs).slice(1),
    );
    expect(repeats.reduce((sum, call) => sum + priced(call).costUsd, 0)).toBeGreaterThan(1.3);
  });

  it('have scores by users, a judge and a rule, lower on the last day, each about a record', () => {
    const scores = sampleScores({ seed: 7, nowMs: NOW, prefix: 'sample-7' }, records);
    expect(sampleScores({ seed: 7, nowMs: NOW, prefix: 'sample-7' }, records)).toEqual(scores);
    expect(new Set(scores.map(({ id }) => id)).size).toBe(scores.length);
    const byName = Map.groupBy(scores, ({ name }) => name);
    expect([...byName.keys()].toSorted()).toEqual(['helpfulness', 'task-completed', 'user-feedback']);
    const known = new Set<string | null>(records.flatMap(({ id, traceId }) => [id, traceId]));
    for (const { callId, traceId } of scores) expect(known.has(callId ?? traceId ?? '')).toBe(true);
    expect(byName.get('task-completed')).toHaveLength(60);
    expect(byName.get('task-completed')?.filter(({ value }) => value === false).length).toBeGreaterThan(1);
    const helpful = byName.get('helpfulness') ?? [];
    const [late, early] = [true, false].map((last) =>
      helpful.filter(({ createdAt }) => Date.parse(createdAt ?? '') >= NOW - DAY_MS === last),
    );
    const valued = (of: typeof helpful | undefined) => mean((of ?? []).map(({ value }) => Number(value)));
    expect(valued(early) - valued(late)).toBeGreaterThan(0.1);
    expect((byName.get('user-feedback') ?? []).some(({ comment }) => comment !== undefined)).toBe(true);
  });

  it('fail now and then, each in a known way', () => {
    const failed = calls.filter(({ error }) => error !== null);
    expect(failed.length / calls.length).toBeGreaterThan(0.015);
    expect(failed.length / calls.length).toBeLessThan(0.12);
    expect(new Set(failed.map(({ error }) => error))).toEqual(
      new Set(['rate_limit_exceeded', 'timeout', 'context_length_exceeded']),
    );
  });

  it('are slower and more expensive on the last day, and fewer at night', () => {
    // The last day has more tickets than others, and their answers are short.
    const answered = calls.filter(
      ({ error, model, tags }) => error === null && model === 'gpt-4.1-mini' && tags['feature'] !== 'triage',
    );
    const [late, early] = [true, false].map((last) =>
      answered.filter(({ timestampMs }) => timestampMs >= NOW - DAY_MS === last),
    );
    const latency = (of: CallRecord[] | undefined) => mean((of ?? []).map(({ latencyMs }) => latencyMs));
    const cost = (of: CallRecord[] | undefined) => mean((of ?? []).map((call) => priced(call).costUsd));
    expect(latency(late) / latency(early)).toBeGreaterThan(1.5);
    expect(cost(late) / cost(early)).toBeGreaterThan(1.15);
    const hour = ({ timestampMs }: CallRecord) => new Date(timestampMs).getUTCHours();
    const night = calls.filter((call) => hour(call) < 5).length;
    const day = calls.filter((call) => hour(call) >= 9 && hour(call) < 14).length;
    expect(day).toBeGreaterThan(5 * night);
  });
});
