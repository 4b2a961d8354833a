import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketsFromStored } from './stored-usage.ts';
import { billedTokens, type ReportedUsage, toBuckets } from './usage.ts';

function backFrom(reported: ReportedUsage) {
  const usage = toBuckets(reported);
  const back = bucketsFromStored({
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

test('gives the buckets that the call came with, whatever its emitter counts into what', () => {
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
        // The one case that the columns do not tell.
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

test('as much cache as reasoning: the reasoning is taken to be apart', () => {
  const reported = { input: 100, output: 50, total: 170, cacheRead: 20, cacheWrite: 0, reasoning: 20 };
  const more = { cacheWrite1h: 0, audioInput: 0, audioOutput: 0, inputExcludesCache: false };
  const { usage, back } = backFrom({ ...reported, ...more });
  expect(back).toEqual(usage);
});
