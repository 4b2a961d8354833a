import { describe, expect, it } from 'vitest';
import { explainCost, type CostLine } from './explain-cost.ts';

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

describe('tools that the vendor ran', () => {
  it('are lines of their own, which explain the cost together with the tokens', () => {
    const meta = { webSearches: 5, pricing: { ...pricing, webSearchPerThousand: 10 } };
    const explained = explainCost(facts(100, 50, 150, 0.0525), meta);
    expect(explained.tools).toEqual([{ tool: 'webSearch', uses: 5, perThousand: 10, usd: 0.05 }]);
    expect(explained.rest).toBe(0);
    expect(explainCost(facts(100, 50, 150), { fileSearches: 2, pricing: null }).tools).toEqual([
      { tool: 'fileSearch', uses: 2, perThousand: null, usd: null },
    ]);
    expect(explainCost(facts(100, 50, 150), { pricing }).tools).toEqual([]);
  });
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
    const lines = new Map(explainCost(given, meta).lines.map(({ bucket, tokens }) => [bucket, tokens]));
    const of = (bucket: CostLine['bucket']) => lines.get(bucket) ?? 0;
    const shown = [of('input'), of('cacheRead'), of('cacheWrite'), of('output'), of('reasoning')];
    expect(shown).toEqual([input, cacheRead, cacheWrite, output, reasoning]);
  });

  it('reads no number from other values', () => {
    const { lines } = explainCost(facts(100, 50, 150), { cachedTokens: '60', reasoningTokens: -5 });
    expect(lines.map(({ bucket, tokens }) => [bucket, tokens])).toEqual([
      ['input', 100],
      ['output', 50],
    ]);
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

  it('states the part it does not explain, but ignores rounding errors', () => {
    expect(explainCost(facts(1_000, 0, 1_000, 0.015), { pricing }).rest).toBeCloseTo(0.005, 12);
    expect(explainCost(facts(1_000, 0, 1_000, 0.01 + 1e-10), { pricing }).rest).toBe(0);
  });

  it('distinguishes a cost sent by the client from a model without a price', () => {
    expect(explainCost(facts(10, 5, 15, 1), {})).toMatchObject({ source: 'client', rest: 0, savedUsd: 0 });
    expect(explainCost(facts(10, 5, 15), { pricing: null })).toMatchObject({ source: 'none', price: null });
    expect(explainCost(facts(10, 5, 15), {}).lines.map(({ usd }) => usd)).toEqual([null, null]);
  });
});

const price = (more: object = {}) => ({
  source: 'catalog',
  version: '1',
  inputPerMTok: 3,
  outputPerMTok: 15,
  cacheReadPerMTok: 0.3,
  cacheWritePerMTok: 3.75,
  ...more,
});
/** Bucket, tokens and dollars of each line. */
const linesOf = (...given: Parameters<typeof explainCost>) =>
  explainCost(...given).lines.map(({ bucket, tokens, usd }) => [bucket, tokens, usd]);

describe('kinds of tokens, tiers and gateways', () => {
  it('goes line by line, and leaves nothing over', () => {
    const meta = { cachedTokens: 4_000, cacheWriteTokens: 500, pricing: price() };
    const given = facts(5_000, 100, 9_600, 0.019575);
    expect(linesOf(given, meta)).toEqual([
      ['input', 5_000, 0.015],
      ['cacheRead', 4_000, 0.0012],
      ['cacheWrite', 500, 0.001875],
      ['output', 100, 0.0015],
    ]);
    expect(explainCost(given, meta)).toMatchObject({ source: 'price', tokens: 9_600, rest: 0 });
    expect(explainCost(given, meta).savedUsd).toBeCloseTo(0.0108, 12);
  });

  it('has lines for audio, images and the cache of an hour where the price names them', () => {
    const meta = {
      cacheWriteTokens: 300,
      cacheWrite1hTokens: 100,
      audioTokens: 500,
      audioOutputTokens: 100,
      imageTokens: 250,
      imageOutputTokens: 50,
      reasoningTokens: 10,
      pricing: price({
        cacheWrite1hPerMTok: 6,
        audioInputPerMTok: 32,
        audioOutputPerMTok: 64,
        imageInputPerMTok: 5,
        imageOutputPerMTok: 120,
      }),
    };
    const explained = explainCost(facts(1_300, 210, 1_510), meta);
    expect(explained.lines.map(({ bucket, tokens, perMTok }) => [bucket, tokens, perMTok])).toEqual([
      ['input', 400, 3],
      ['audioInput', 400, 32],
      ['imageInput', 200, 5],
      ['cacheWrite', 200, 3.75],
      ['cacheWrite1h', 100, 6],
      ['output', 50, 15],
      ['audioOutput', 100, 64],
      ['imageOutput', 50, 120],
      ['reasoning', 10, 15],
    ]);
    expect(explained).toMatchObject({ tokens: 1_510, audioTokens: 500, imageTokens: 250 });
  });

  it('counts all output of an image model as images if it is not split', () => {
    const meta = { reasoningTokens: 20, pricing: price({ imageOutputPerMTok: 30 }) };
    expect(linesOf(facts(8, 1_310, 1_318, 0.039), meta)).toEqual([
      ['input', 8, 0.000024],
      ['output', 0, 0],
      ['imageOutput', 1_290, 0.0387],
      ['reasoning', 20, 0.0003],
    ]);
    const words = { imageTokens: 0, imageOutputTokens: 0, pricing: price() };
    expect(linesOf(facts(8, 10, 18), words)).toEqual([
      ['input', 8, 0.000024],
      ['output', 10, 0.00015],
    ]);
  });

  it('takes audio that is more than the text of the output from the reasoning', () => {
    const pricing = price({ audioOutputPerMTok: 64 });
    const meta = { reasoningTokens: 40, audioTokens: 80, audioOutputTokens: 80, pricing };
    expect(linesOf(facts(10, 100, 110), meta)).toEqual([
      ['input', 10, 0.00003],
      ['output', 0, 0],
      ['audioOutput', 80, 0.00512],
      ['reasoning', 20, 0.0003],
    ]);
  });

  it('names the gateway, the table of the price, and the tier', () => {
    const meta = { gateway: 'groq', pricing: price({ gateway: 'groq', tier: 'flex' }) };
    expect(explainCost(facts(1, 1, 2), meta)).toMatchObject({
      gateway: 'groq',
      price: { gateway: 'groq', tier: 'flex', batch: false },
    });
    expect(explainCost(facts(1, 1, 2), { pricing: price({ batch: true }) })).toMatchObject({
      gateway: '',
      price: { gateway: '', tier: '', batch: true },
    });
  });
});
