import { describe, expect, it } from 'vitest';
import { bucketsOf, explainCost } from './explain-cost.ts';

const pricing = {
  source: 'catalog',
  version: '1',
  inputPerMTok: 10,
  outputPerMTok: 30,
  cacheReadPerMTok: 1,
  cacheWritePerMTok: 12.5,
};
const facts = (promptTokens: number, completionTokens: number, totalTokens: number, costUsd = 0) => ({
  promptTokens,
  completionTokens,
  totalTokens,
  costUsd,
});

describe('buckets of tokens', () => {
  it.each([
    ['nothing but input and output', facts(100, 50, 150), {}, [100, 0, 0, 50, 0]],
    ['a cache within the input', facts(100, 50, 150), { cachedTokens: 60 }, [40, 60, 0, 50, 0]],
    ['an input that is all cache', facts(100, 50, 150), { cachedTokens: 100 }, [0, 100, 0, 50, 0]],
    [
      'a cache beside the input, by the total',
      facts(100, 50, 210),
      { cachedTokens: 60 },
      [100, 60, 0, 50, 0],
    ],
    [
      'a cache larger than the input',
      facts(10, 50, 120),
      { cachedTokens: 40, cacheWriteTokens: 20 },
      [10, 40, 20, 50, 0],
    ],
    ['reasoning within the output', facts(100, 50, 150), { reasoningTokens: 20 }, [100, 0, 0, 30, 20]],
    ['an output that is all reasoning', facts(100, 50, 150), { reasoningTokens: 50 }, [100, 0, 0, 0, 50]],
    [
      'reasoning beside the output, by the total',
      facts(100, 50, 170),
      { reasoningTokens: 20 },
      [100, 0, 0, 50, 20],
    ],
    [
      'both beside, by the total',
      facts(100, 50, 230),
      { cachedTokens: 60, reasoningTokens: 20 },
      [100, 60, 0, 50, 20],
    ],
  ])('%s', (_what, given, meta, [input, cacheRead, cacheWrite, output, reasoning]) => {
    expect(bucketsOf(given, meta)).toEqual({ input, cacheRead, cacheWrite, output, reasoning });
  });

  it('takes no number from what is none', () => {
    expect(bucketsOf(facts(100, 50, 150), { cachedTokens: '60', reasoningTokens: -5 })).toMatchObject({
      input: 100,
      output: 50,
    });
  });
});

describe('an explained cost', () => {
  it('adds up, and says what the cache saved', () => {
    const explained = explainCost(facts(1_000, 100, 1_100, 0.0076), { cachedTokens: 600, pricing });
    expect(explained.source).toBe('price');
    expect(explained.lines.map(({ bucket, tokens, perMTok }) => [bucket, tokens, perMTok])).toEqual([
      ['input', 400, 10],
      ['cacheRead', 600, 1],
      ['output', 100, 30],
    ]);
    expect(explained.lines.reduce((sum, { usd }) => sum + (usd ?? 0), 0)).toBeCloseTo(0.0076, 12);
    expect(explained.rest).toBe(0);
    expect(explained.savedUsd).toBeCloseTo(0.0054, 12);
    expect(explained.tokens).toBe(1_100);
  });

  it('says what it does not explain, and nothing of dust', () => {
    expect(explainCost(facts(1_000, 0, 1_000, 0.015), { pricing }).rest).toBeCloseTo(0.005, 12);
    expect(explainCost(facts(1_000, 0, 1_000, 0.01 + 1e-10), { pricing }).rest).toBe(0);
  });

  it('tells a cost of the client from a model without a price', () => {
    expect(explainCost(facts(10, 5, 15, 1), {})).toMatchObject({ source: 'client', rest: 0, savedUsd: 0 });
    expect(explainCost(facts(10, 5, 15), { pricing: null })).toMatchObject({ source: 'none', price: null });
    expect(explainCost(facts(10, 5, 15), {}).lines.map(({ usd }) => usd)).toEqual([null, null]);
  });
});
