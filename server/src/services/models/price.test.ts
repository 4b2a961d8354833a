import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#config';
import { modelUsageOf, operatorBook, pricing } from './price.ts';

const reported = (
  input?: number,
  output?: number,
  cacheRead?: number,
  cacheWrite?: number,
  reasoning?: number,
) => ({
  inputTokens: input,
  inputTokenDetails: { cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite },
  outputTokens: output,
  outputTokenDetails: { reasoningTokens: reasoning },
});

describe('usageOf', () => {
  it('makes buckets that do not overlap', () => {
    expect(modelUsageOf(reported(140, 50, 100, 10, 20))).toEqual({
      uncachedInput: 30,
      cacheRead: 100,
      cacheWrite: 10,
      outputText: 30,
      reasoning: 20,
      audio: 0,
    });
    expect([modelUsageOf(undefined), modelUsageOf(reported())]).toEqual([null, null]);
  });

  it('adds up to the reported total, even if the parts are nonsense', () => {
    const number = fc.option(fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double()), { nil: undefined });
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.nat(400),
        number,
        number,
        number,
        (input, output, read, write, reasoning) => {
          const usage = modelUsageOf(reported(input, output, read, write, reasoning));
          const {
            uncachedInput = 0,
            cacheRead = 0,
            cacheWrite = 0,
            outputText = 0,
            reasoning: thought = 0,
          } = usage ?? {};
          expect([uncachedInput + cacheRead + cacheWrite, outputText + thought]).toEqual([input, output]);
          expect(Math.min(uncachedInput, cacheRead, cacheWrite, outputText, thought)).toBeGreaterThanOrEqual(
            0,
          );
        },
      ),
    );
  });
});

describe('pricing', () => {
  const book = operatorBook(readConfig({}));
  const of = (model: string) => pricing({ provider: 'openai', model, book }, Date.UTC(2026, 5, 15));

  it('is in whole micro-dollars, rounded up', () => {
    const usage = { uncachedInput: 1, cacheRead: 0, cacheWrite: 0, outputText: 0, reasoning: 0, audio: 0 };
    expect(of('gpt-4o-mini').of(usage)).toEqual({ micros: 1, known: true });
    // 0.15 and 0.60 USD per million tokens.
    expect(of('gpt-4o-mini').of({ ...usage, uncachedInput: 10_000, outputText: 1_000 })).toEqual({
      micros: 2_100,
      known: true,
    });
    expect(of('our-own').of(usage)).toEqual({ micros: 0, known: false });
  });

  it('reserves one token per byte, which also covers Japanese', () => {
    expect(of('gpt-4o-mini').max(['あ'.repeat(1_000)], 0).micros).toBe(Math.ceil((3_000 + 1_000) * 0.15));
    expect(of('gpt-4o-mini').likely(['あ'.repeat(1_000)]).micros).toBe(Math.ceil(750 * 0.15));
  });
});
