// Texts that are expensive to redact, sent repeatedly: how long do they block the thread for others?
import { expect, it } from 'vitest';
import { redactText } from '#content';
import { openTestApp } from '#test/support/app';
import { leastCpuMs } from '#test/support/cpu-time';
import { sampleRecord } from '#test/support/sample-records';
import { ATTACKS } from '../../src/core/content/redact/attacks.ts';

/** The CPU time of the longest turn of the event loop, in milliseconds. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let goesOn = true;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (goesOn) setImmediate(look);
  };
  setImmediate(look);
  await work();
  goesOn = false;
  return longest;
}

function costliest(): (length: number) => string {
  const cost = (make: (length: number) => string): number => {
    // Long texts, because the clock of a thread ticks every four milliseconds.
    const text = make(200_000);
    return leastCpuMs(() => redactText(text), Infinity);
  };
  const [worst] = Object.values(ATTACKS)
    .map((make) => ({ make, ms: cost(make) }))
    .toSorted((left, right) => right.ms - left.ms);
  return worst?.make ?? String;
}

it(
  'a megabyte of them blocks the thread for a fraction of the time that a single text takes',
  { timeout: 120_000 },
  async () => {
    const app = await openTestApp({ checkReplies: false });
    const account = await app.account();
    const text = costliest()(250_000);
    const body = (round: number) =>
      JSON.stringify({
        records: [0, 1, 2, 3].map((at) =>
          sampleRecord({ id: `costly-${round}-${at}`, requestMeta: { input: text } }),
        ),
      });
    const headers = { 'content-type': 'application/json' };
    const bodies = Array.from({ length: 4 }, (_, round) => body(round));
    expect((await account.call('POST', '/v1/ingest', bodies[0], headers)).json()).toMatchObject({
      accepted: 4,
    });
    // The best round counts, because a garbage collection may be in one.
    const held: number[] = [];
    for (const each of bodies.slice(1)) {
      const turn = await longestTurn(async () => {
        const reply = await account.call('POST', '/v1/ingest', each, headers);
        expect(reply.json()).toMatchObject({ accepted: 4 });
      });
      held.push(turn);
    }
    expect(Math.min(...held)).toBeLessThan(leastCpuMs(() => redactText(text), Infinity) / 3);
  },
);
