// Rubrics that take long to compile, sent by one account while another one makes a criterion.
import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

/** Each takes about a second to compile, and no two are the same. */
const slowRubric = (n: number): string =>
  JSON.stringify({
    $comment: String(n),
    allOf: Array.from({ length: 220 }, (_, at) => ({ pattern: `\\pL{1000}${at}` })),
  });

/** The time limit of a slow rubric. A task behind one waits this long. */
const SLOW_MS = 1_000;

describe('slow rubrics', () => {
  it('429 beyond what one account may have waiting, and another account does not wait for them', async () => {
    const app = await openTestApp();
    const [attacker, victim] = [await app.account(), await app.account()];
    const make = (account: typeof attacker, name: string, type: string, rubric: string) =>
      account.call('POST', '/v1/eval-criteria', { name, type, rubric, scaleMin: 0, scaleMax: 1 });
    const timed = async (name: string) => {
      const before = performance.now();
      const { statusCode } = await make(victim, name, 'regex', '^b+$');
      return { statusCode, ms: performance.now() - before };
    };
    await timed('warm');
    const flood = Promise.all(
      Array.from({ length: 30 }, (_, n) => make(attacker, `slow ${n}`, 'json_schema', slowRubric(n))),
    );
    const waits = [];
    for (let n = 0; n < 20; n += 1) waits.push(await timed(`quick ${n}`));
    const statuses = (await flood).map(({ statusCode }) => statusCode);
    expect(new Set(waits.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // The first may meet a slow rubric in the quick lane; the tasks after it meet none.
    const sorted = waits.map(({ ms }) => ms).sort((left, right) => left - right);
    expect(sorted[18]).toBeLessThan(SLOW_MS);
    expect(sorted[19]).toBeLessThan(2_000);
    // How many of the others compile within their second is up to the machine.
    expect(statuses.filter((status) => status === 429)).toHaveLength(22);
    expect(statuses.filter((status) => status === 400 || status === 200)).toHaveLength(8);
  }, 30_000);
});
