import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasContent, metaOf, numberIn, textIn, windowAround } from './meta.ts';
import type { CallData } from './types.ts';

const call = (fields: Partial<CallData>): CallData => fields as CallData;

describe('the metadata of a call', () => {
  it('is an object, whatever was stored', () => {
    const requestMeta = { userId: 'ada' };
    expect(metaOf(call({ requestMeta }))).toBe(requestMeta);
    for (const odd of [null, 'text', 7, ['a']]) expect(metaOf(call({ requestMeta: odd }))).toEqual({});
  });

  it('has texts and numbers; anything else counts as absent', () => {
    const meta = { text: 'a', empty: '', number: 5, list: ['a', 1], none: [], object: {} };
    expect(['text', 'number', 'list'].map((name) => textIn(meta, name))).toEqual(['a', '5', 'a, 1']);
    expect(['empty', 'none', 'object', 'missing'].map((name) => textIn(meta, name))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([numberIn(meta, 'number'), numberIn(meta, 'text')]).toEqual([5, null]);
  });

  it('has content if either side of the conversation is present', () => {
    expect([hasContent({ output: '' }), hasContent({ systemInstructions: 'x' })]).toEqual([true, true]);
    expect([hasContent({}), hasContent({ input: null, other: 'x' })]).toEqual([false, false]);
  });
});

describe('the window around a call', () => {
  const DAY_MS = 86_400_000;
  const now = Date.parse('2026-11-15T12:00:00.000Z');
  beforeEach(() => void vi.useFakeTimers({ now }));
  afterEach(() => void vi.useRealTimers());
  const daysAgo = (days: number) => windowAround(new Date(now - days * DAY_MS).toISOString());

  it('is one of the usual ones as long as the call is in it, then three days to each side', () => {
    expect([daysAgo(0), daysAgo(6.8)]).toEqual([{ window: '7d' }, { window: '7d' }]);
    // Switches shortly before the edge, because the window moves on while the page is open.
    expect([daysAgo(6.99), daysAgo(29.8)]).toEqual([{ window: '30d' }, { window: '30d' }]);
    expect(daysAgo(29.99)).toHaveProperty('from');
    expect(daysAgo(40)).toEqual({ from: '2026-10-03T12:00:00.000Z', to: '2026-10-09T12:00:00.000Z' });
  });
});
