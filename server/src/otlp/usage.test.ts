import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billedTokens, type ReportedUsage, toBuckets } from './usage.ts';

const report = (given: Partial<ReportedUsage>): ReportedUsage => ({
  input: 0,
  output: 0,
  total: undefined,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  reasoning: 0,
  audioInput: 0,
  audioOutput: 0,
  inputExcludesCache: false,
  ...given,
});

describe('one call of Anthropic: 142 + 1024 read + 256 written, 41 out', () => {
  const buckets = {
    uncachedInput: 142,
    cacheRead: 1024,
    cacheWrite: 256,
    outputText: 41,
    reasoning: 0,
    audio: 0,
  };

  test.for([
    ['input includes the cache, as the convention says', { input: 1422 }],
    ['input excludes it, as its size shows', { input: 142 }],
  ])('%s', ([, input]) => {
    const usage = toBuckets(report({ ...(input as object), output: 41, cacheRead: 1024, cacheWrite: 256 }));
    expect(usage).toEqual(buckets);
    expect(billedTokens(usage)).toBe(1463);
  });

  test('an emitter known to omit the cache does so also if the input is larger', () => {
    const usage = toBuckets(report({ input: 5000, cacheRead: 1024, inputExcludesCache: true }));
    expect(usage).toMatchObject({ uncachedInput: 5000, cacheRead: 1024 });
  });
});

describe('reasoning', () => {
  test('inside the output: OpenAI, and Gemini through the AI SDK', () => {
    expect(toBuckets(report({ input: 1184, output: 145, reasoning: 128, total: 1329 }))).toMatchObject({
      outputText: 17,
      reasoning: 128,
    });
    expect(toBuckets(report({ input: 1184, output: 81, reasoning: 64 }))).toMatchObject({
      outputText: 17,
      reasoning: 64,
    });
  });

  test('beside the output, if the total says so: Gemini through Traceloop', () => {
    const usage = toBuckets(report({ input: 1184, output: 170, reasoning: 64, total: 1184 + 170 + 64 }));
    expect(usage).toMatchObject({ outputText: 170, reasoning: 64 });
  });

  test('beside the output, if it would not fit inside', () => {
    expect(toBuckets(report({ input: 1184, output: 17, reasoning: 64 }))).toMatchObject({
      outputText: 17,
      reasoning: 64,
    });
  });
});

// Exactly at the limit, where `>` and `>=` differ.
test.for([
  // The reported counts; the uncached input, the output without reasoning, and the billed total.
  ['all of the input from the cache', { input: 1000, output: 10, cacheRead: 1000 }, 0, 10, 1010],
  ['all of it written', { input: 1000, output: 10, cacheWrite: 1000 }, 0, 10, 1010],
  ['all of it read or written', { input: 1000, output: 10, cacheRead: 600, cacheWrite: 400 }, 0, 10, 1010],
  ['one token more than the input', { input: 1000, output: 10, cacheRead: 1001 }, 1000, 10, 2011],
  ['all of the output reasoning', { input: 5, output: 128, reasoning: 128 }, 5, 0, 133],
  ['the same with its total', { input: 5, output: 128, reasoning: 128, total: 133 }, 5, 0, 133],
  ['as much beside it, by the total', { input: 5, output: 128, reasoning: 128, total: 261 }, 5, 128, 261],
  ['one token more than the output', { input: 5, output: 128, reasoning: 129 }, 5, 128, 262],
  ['nothing at all', {}, 0, 0, 0],
  ['a total of nothing', { input: 5, output: 5, total: 0 }, 5, 5, 10],
  [
    'as much cache as reasoning, one beside',
    { input: 50, output: 40, cacheRead: 20, reasoning: 20, total: 110 },
    30,
    40,
    110,
  ],
  [
    'as much cache as reasoning, both beside',
    { input: 50, output: 40, cacheRead: 20, reasoning: 20, total: 130 },
    50,
    40,
    130,
  ],
] as const)('%s', ([, given, uncachedInput, outputText, billed]) => {
  const usage = toBuckets(report(given));
  expect(usage).toMatchObject({ uncachedInput, outputText });
  expect(billedTokens(usage)).toBe(billed);
});

test('the buckets equal the vendor’s counts, whatever the emitter includes', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(300_000));
  const vendor = fc.record({
    uncachedInput: count,
    cacheRead: count,
    cacheWrite: count,
    outputText: count,
    reasoning: count,
  });
  const emitter = fc.record({
    cacheInside: fc.boolean(),
    reasoningInside: fc.boolean(),
    total: fc.constantFrom('none', 'of the vendor', 'of what it reports'),
  });
  fc.assert(
    fc.property(vendor, emitter, (billed, { cacheInside, reasoningInside, total }) => {
      const cache = billed.cacheRead + billed.cacheWrite;
      const input = billed.uncachedInput + (cacheInside ? cache : 0);
      const output = billed.outputText + (reasoningInside ? billed.reasoning : 0);
      const all = billed.uncachedInput + cache + billed.outputText + billed.reasoning;
      // Gemini's total is Google's own, so no emitter reports thoughts beside the output under a total
      // without them.
      fc.pre(reasoningInside || total !== 'of what it reports');
      // The two cases that a total leaves open.
      fc.pre(billed.reasoning === 0 || cache !== billed.reasoning);
      const usage = toBuckets({
        ...report({}),
        input,
        output,
        total: { none: undefined, 'of the vendor': all, 'of what it reports': input + output }[total],
        cacheRead: billed.cacheRead,
        cacheWrite: billed.cacheWrite,
        reasoning: billed.reasoning,
        inputExcludesCache: !cacheInside,
        outputExcludesReasoning: !reasoningInside,
      });
      expect(usage).toEqual({ ...billed, audio: 0 });
      expect(billedTokens(usage)).toBe(all);
    }),
    { numRuns: 2_000 },
  );
});

test('whatever is reported: no bucket is negative, none is lost, and audio is a part of the sum', () => {
  const count = fc.nat(1_000_000);
  const any = fc.record({
    input: count,
    output: count,
    total: fc.option(count, { nil: undefined }),
    cacheRead: count,
    cacheWrite: count,
    reasoning: count,
    audioInput: count,
    audioOutput: count,
    inputExcludesCache: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (given) => {
      const usage = toBuckets(report(given));
      expect(Math.min(...Object.values(usage))).toBeGreaterThanOrEqual(0);
      const billed = billedTokens(usage);
      expect(billed).toBeGreaterThanOrEqual(
        Math.max(given.input + given.output, given.cacheRead + given.cacheWrite),
      );
      expect(billed).toBeLessThanOrEqual(
        given.input + given.output + given.cacheRead + given.cacheWrite + given.reasoning,
      );
      expect(usage.audio).toBeLessThanOrEqual(billed);
    }),
  );
});
