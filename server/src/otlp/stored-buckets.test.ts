import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenBuckets } from '@tracewell/sdk/reading';
import { billedTokens, type ReportedUsage, toBuckets } from './usage.ts';

function backFrom(reported: ReportedUsage) {
  const usage = toBuckets(reported);
  const back = tokenBuckets({
    prompt: reported.input,
    completion: reported.output,
    total: billedTokens(usage),
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite,
    reasoning: usage.reasoning,
    audio: usage.audio,
  });
  return { usage, back };
}

test('stored tokens give the buckets that the call came with, whatever its emitter includes', () => {
  const count = fc.oneof(fc.constant(0), fc.nat(5_000));
  fc.assert(
    fc.property(
      fc.record({
        input: count,
        output: count,
        cacheRead: count,
        cacheWrite: count,
        reasoning: count,
        audioInput: fc.nat(100),
        apart: fc.boolean(),
        inputExcludesCache: fc.boolean(),
      }),
      ({ apart, ...given }) => {
        // The only case that the columns do not distinguish.
        fc.pre(given.cacheRead + given.cacheWrite !== given.reasoning || given.reasoning === 0);
        const { input, output, reasoning } = given;
        const total = apart ? input + output + reasoning : undefined;
        const { usage, back } = backFrom({ ...given, total, cacheWrite1h: 0, audioOutput: 0 });
        expect(back).toEqual(usage);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('with equal cache and reasoning, reasoning counts as not included', () => {
  const reported = { input: 100, output: 50, total: 170, cacheRead: 20, cacheWrite: 0, reasoning: 20 };
  const more = { cacheWrite1h: 0, audioInput: 0, audioOutput: 0, inputExcludesCache: false };
  const { usage, back } = backFrom({ ...reported, ...more });
  expect(back).toEqual(usage);
});
