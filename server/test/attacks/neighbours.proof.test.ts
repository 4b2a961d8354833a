// One account sends many queries, another one few. The wait of the second account is measured in the same
// run, alone and next to the first.
import { expect, inject, it } from 'vitest';
import { openTestApp, type Caller } from '#test/support/app';
import { leftToSqlite } from '#test/support/records-engine';
import { storeWideCalls } from '#test/support/wide-calls';

const LONG = process.env['TEST_ALL'] === '1';
const ROWS = LONG ? 80_000 : 30_000;
// Within the 600 reads a minute of a key.
const ROUNDS = LONG ? 140 : 40;
const SEARCHES_AT_ONCE = 6;
const PARTS = [0.5, 0.99];

const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? 0;

it.skipIf(leftToSqlite(inject('engine')))(
  'searches through all calls of one account do not delay the queries of another',
  { timeout: 240_000 },
  async () => {
    const app = await openTestApp({ checkReplies: false });
    const [attacker, victim] = [await app.account(), await app.account()];
    await storeWideCalls(app, attacker, { rows: ROWS, tags: 50 });
    await storeWideCalls(app, victim, { rows: 1_000 });
    const ask = async (caller: Caller, rounds: number) => {
      const took: Record<'list' | 'get', number[]> = { list: [], get: [] };
      const timed = async (question: 'list' | 'get', ...asked: Parameters<Caller['call']>) => {
        const began = performance.now();
        expect((await caller.call(...asked)).statusCode).toBe(200);
        took[question].push(performance.now() - began);
      };
      for (let at = 0; at < rounds; at += 1) {
        await timed('list', 'POST', '/v1/query/calls', { limit: 20 });
        await timed('get', 'GET', `/v1/query/calls/wide-${at}`);
      }
      return took;
    };

    /** True if the victim waited less than three times as long, at the median and at p99. */
    const attacked = async (): Promise<boolean> => {
      const caller = await victim.key(['read']);
      await ask(caller, 10);
      const quiet = await ask(caller, ROUNDS);
      const stop = new AbortController();
      const search = async (): Promise<number> => {
        let last = 0;
        while (!stop.signal.aborted) {
          const began = performance.now();
          await attacker.call('POST', '/v1/query/calls', { search: 'zzqqyy not there', limit: 1 });
          last = performance.now() - began;
        }
        return last;
      };
      const searches = Array.from({ length: SEARCHES_AT_ONCE }, search);
      const beside = await ask(caller, ROUNDS);
      stop.abort();
      const [took = 0] = await Promise.all(searches);
      const said = (times: number[]): string =>
        PARTS.map((part) => quantile(times, part).toFixed(1)).join(' / ');
      for (const question of ['list', 'get'] as const)
        console.info(
          `${question} p50 / p99 ${said(quiet[question])} -> ${said(beside[question])} ms, a search ${took.toFixed(0)} ms`,
        );
      return (['list', 'get'] as const).every((question) =>
        PARTS.every((part) => quantile(beside[question], part) < 3 * quantile(quiet[question], part)),
      );
    };
    // A short burst of other load on the machine can fail one round, but not three in a row.
    const rounds = [await attacked()];
    while (!rounds.includes(true) && rounds.length < 3) rounds.push(await attacked());
    expect(rounds).toContain(true);
  },
);
