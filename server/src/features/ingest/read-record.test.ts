import { describe, expect, it } from 'vitest';
import { readRecord, type ReadRules } from './read-record.ts';
import { RECORD_REJECTION_CODES } from '#services/receipts';
import { reasonOf } from './rejections.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);
const rules: ReadRules = { providers: new Set(['openai', 'anthropic']), nowMs, retentionDays: 90 };

const record = (changes: object = {}): object => ({
  id: 'a',
  provider: 'openai',
  model: 'gpt-5',
  timestamp: '2026-11-15T11:00:00Z',
  promptTokens: 100,
  completionTokens: 20,
  totalTokens: 120,
  costUsd: 0.001,
  latencyMs: 350,
  ...changes,
});

const reason = (changes: object): string => {
  const result = readRecord(record(changes), rules);
  return result.ok ? 'taken' : reasonOf(result.rejection);
};

describe('a record of a JSON request', () => {
  it('is accepted with only the required fields; the rest is null', () => {
    const result = readRecord(record(), rules);
    expect(result).toMatchObject({
      ok: true,
      call: {
        id: 'a',
        tags: {},
        error: null,
        traceId: null,
        requestMeta: null,
        piiRedacted: false,
        timestampMs: nowMs - 3_600_000,
      },
    });
  });

  it.each([
    [{ id: undefined }, 'id must be a string of 1 to 256 characters; it is missing'],
    [{ id: '' }, 'id must be a string of 1 to 256 characters; got ""'],
    [{ id: 'x'.repeat(257) }, 'id must be at most 256 characters long; it has 257'],
    [{ id: 'a\ud800' }, 'id must be well-formed Unicode; it has half of a surrogate pair'],
    [{ provider: 'acme' }, 'provider must be one of openai, anthropic; got "acme"'],
    [{ model: 'm'.repeat(129) }, 'model must be at most 128 characters long; it has 129'],
    [
      { timestamp: '2026-02-30T00:00:00Z' },
      'timestamp must be an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z; got "2026-02-30T00:00:00Z"',
    ],
    [
      { timestamp: '2026-11-16T12:00:00.001Z' },
      'timestamp must be at most 24 hours in the future; got "2026-11-16T12:00:00.001Z"',
    ],
    [
      { timestamp: '2026-08-17T12:00:00Z' },
      'timestamp must be within the last 90 days, which is how long records are kept; got "2026-08-17T12:00:00Z"',
    ],
    [{ promptTokens: -1 }, 'promptTokens must be a number of at least 0; got -1'],
    [{ latencyMs: '5' }, 'latencyMs must be a number of at least 0; got "5"'],
    [{ costUsd: 1e308 }, 'costUsd must be at most 1e15; got 1e+308'],
    [{ latencyMs: Infinity }, 'latencyMs must be at most 1e15; got more than 1e308'],
    [
      { requestMeta: { cachedTokens: 2e15 } },
      'requestMeta.cachedTokens must be at most 1e15; got 2000000000000000',
    ],
    [{ requestMeta: { a: [{ b: Infinity }] } }, 'requestMeta has a number above 1e308'],
    [{ toolCalls: [-Infinity] }, 'toolCalls has a number above 1e308'],
    [{ tags: ['a'] }, 'tags must be an object of strings; got an array of 1'],
    [{ tags: { env: 1 } }, 'tags.env must be a string; got 1'],
    [{ tags: { env: 'v'.repeat(257) } }, 'tags.env must be at most 256 characters long; it has 257'],
    [
      { tags: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) },
      'tags must be at most 50; there are 51',
    ],
    [{ error: 5 }, 'error must be a string or null; got 5'],
    [{ requestMeta: 'x' }, 'requestMeta must be an object or null; got a string of 1 characters'],
    [{ piiRedacted: 'yes' }, 'piiRedacted must be true or false; got "yes"'],
  ])('is rejected with the field, the rule and the value: %o', (changes, expected) => {
    expect(reason(changes)).toBe(expected);
  });

  it('is rejected if it is not an object', () => {
    for (const value of [null, 5, 'x', []]) {
      const rejection = { code: 'field_rule', field: null, rule: 'a record must be an object' };
      expect(readRecord(value, rules)).toMatchObject({ ok: false, id: null, rejection });
    }
  });

  it('is rejected with a code and a field, one code for each rule', () => {
    const coded = [
      [{ provider: 'acme' }, 'unknown_provider', 'provider', 'acme'],
      [{ provider: undefined }, 'unknown_provider', 'provider', ''],
      [{ timestamp: '2026-11-16T12:00:00.001Z' }, 'timestamp_in_future', 'timestamp', undefined],
      [{ timestamp: '2026-08-17T12:00:00Z' }, 'timestamp_too_old', 'timestamp', undefined],
      [{ timestamp: 'yesterday' }, 'field_rule', 'timestamp', undefined],
      [{ tags: { '': 'v' } }, 'field_rule', 'tags', undefined],
      [{ tags: { 'user id': 1 } }, 'field_rule', 'tags.user id', undefined],
      [{ requestMeta: { ttftMs: 2e15 } }, 'field_rule', 'requestMeta.ttftMs', undefined],
      [{ toolCalls: [Infinity] }, 'field_rule', 'toolCalls', undefined],
    ] as const;
    const results = coded.map(([changes]) => readRecord(record(changes), rules));
    const rejections = results.flatMap((result) => (result.ok ? [] : [result.rejection]));
    expect(rejections.map(({ code, field, value }) => [code, field, value])).toEqual(
      coded.map(([, ...expected]) => expected),
    );
    const byRule = Map.groupBy(rejections, ({ rule }) => rule);
    for (const same of byRule.values()) expect(new Set(same.map(({ code }) => code)).size).toBe(1);
    expect([...new Set(rejections.map(({ code }) => code))].toSorted()).toEqual(
      RECORD_REJECTION_CODES.toSorted(),
    );
  });

  it('is rejected if it is nested too deeply, without a stack overflow', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(reason({ toolCalls: deep })).toBe('toolCalls is nested deeper than 32 levels');
    expect(reason({ requestMeta: { attributes: deep } })).toBe('requestMeta is nested deeper than 32 levels');
  });

  it('keeps unusual valid values: -0, emoji, NUL, edges of the window, a __proto__ tag', () => {
    const tags = JSON.parse('{"__proto__": "x"}') as object;
    const result = readRecord(
      record({ id: '🚀\u0000', promptTokens: -0, timestamp: '2026-11-16T12:00:00Z', tags }),
      rules,
    );
    if (!result.ok) throw new Error(reasonOf(result.rejection));
    expect(result.call.id).toBe('🚀\u0000');
    expect(Object.is(result.call.promptTokens, 0)).toBe(true);
    expect(Object.keys(result.call.tags)).toEqual(['__proto__']);
    expect(reason({ timestamp: '2026-08-17T12:00:00.001Z' })).toBe('taken');
  });

  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const tagsOf = (count: number, key = (at: number) => `k${at}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [key(at), 'v'.repeat(256)]));

  it.each([
    ['id', { id: 'x'.repeat(256) }, { id: 'x'.repeat(257) }],
    ['model', { model: 'm'.repeat(128) }, { model: 'm'.repeat(129) }],
    ['traceId', { traceId: 't'.repeat(256) }, { traceId: 't'.repeat(257) }],
    ['number of tags', { tags: tagsOf(50) }, { tags: tagsOf(51) }],
    ['key of a tag', { tags: tagsOf(1, () => 'k'.repeat(64)) }, { tags: tagsOf(1, () => 'k'.repeat(65)) }],
    ['depth', { toolCalls: nested(32) }, { toolCalls: nested(33) }],
    ['number', { costUsd: 1e15 }, { costUsd: 1.000_001e15 }],
  ])('may be exactly at a limit, but not above: %s', (_name, within, beyond) => {
    expect(reason(within)).toBe('taken');
    expect(reason(beyond)).not.toBe('taken');
  });

  it('gives disjoint token buckets', () => {
    const meta = { cachedTokens: 60, cacheWriteTokens: 10, reasoningTokens: 5, audioTokens: 3 };
    const result = readRecord(record({ requestMeta: meta }), rules);
    expect(result).toMatchObject({
      call: {
        usage: { uncachedInput: 30, cacheRead: 60, cacheWrite: 10, outputText: 15, reasoning: 5, audio: 3 },
      },
    });
  });
});
