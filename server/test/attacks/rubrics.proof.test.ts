// Rubrics that take long to compile, sent by one account while another one creates a criterion.
import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

/** Each takes about a second to compile, and no two are the same. */
const slowRubric = (n: number): string =>
  JSON.stringify({
    $comment: String(n),
    allOf: Array.from({ length: 220 }, (_, at) => ({ pattern: `\\pL{1000}${at}` })),
  });

describe('slow rubrics', () => {
  it('429 over the number that one account may have waiting, and another account does not wait for them', async () => {
    const app = await openTestApp();
    const victim = await app.account();
    type Account = typeof victim;
    const make = (account: Account, name: string, type: string, rubric: string) =>
      account.call('POST', '/v1/eval-criteria', { name, type, rubric, scaleMin: 0, scaleMax: 1 });
    const quick = async (name: string) =>
      expect((await make(victim, name, 'regex', '^b+$')).statusCode).toBe(200);
    await quick('warm');
    const attacker = await app.account();
    const statuses: number[] = [];
    const compiled = () => statuses.filter((status) => status !== 429).length;
    const flood = Array.from({ length: 30 }, async (_, n) => {
      const { statusCode } = await make(attacker, `slow ${n}`, 'json_schema', slowRubric(n));
      statuses.push(statusCode);
    });
    for (let n = 0; n < 20; n += 1) await quick(`quick ${n}`);
    // If the victim waited for them, all eight would be done by now. The first task may meet one of them in the
    // quick lane.
    expect(compiled()).toBeLessThan(4);
    await Promise.all(flood);
    // How many of them compile within their second depends on the machine.
    expect(statuses.filter((status) => status === 429)).toHaveLength(22);
    expect(statuses.filter((status) => status === 400 || status === 200)).toHaveLength(8);
  }, 240_000);
});
