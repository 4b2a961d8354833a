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

  test('an emitter known to exclude the cache does so also when the input is the larger', () => {
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

  test('beside the output, where the total says so: Gemini through Traceloop', () => {
    const usage = toBuckets(report({ input: 1184, output: 170, reasoning: 64, total: 1184 + 170 + 64 }));
    expect(usage).toMatchObject({ outputText: 170, reasoning: 64 });
  });

  test('beside the output, where it would not fit inside', () => {
    expect(toBuckets(report({ input: 1184, output: 17, reasoning: 64 }))).toMatchObject({
      outputText: 17,
      reasoning: 64,
    });
  });
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
