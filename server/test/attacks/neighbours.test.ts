// One account asks much, another little: what the second waits for is measured in the same run, quiet and beside the first.
import { expect, inject, it } from 'vitest';
import { openTestApp, type TestAccount } from '#test/app';
import { leftToSqlite } from '#test/records-engine';
import { storeWideCalls } from '#test/wide-calls';

const LONG = process.env['TEST_ALL'] === '1';
const ROWS = LONG ? 80_000 : 30_000;
// Within the 600 reads that a key has in a minute.
const ROUNDS = LONG ? 140 : 100;
const SEARCHES_AT_ONCE = 6;

const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? 0;

it.skipIf(leftToSqlite(inject('engine')))(
  'searches through all calls of one account do not keep the questions of another waiting',
  { timeout: 240_000 },
  async () => {
    const app = await openTestApp({ checkReplies: false });
    const [attacker, victim] = [await app.account(), await app.account()];
    await storeWideCalls(app, attacker, { rows: ROWS, tags: 50 });
    await storeWideCalls(app, victim, { rows: 1_000 });
    const timed = async (work: () => ReturnType<TestAccount['call']>): Promise<number> => {
      const began = performance.now();
      expect((await work()).statusCode).toBe(200);
      return performance.now() - began;
    };
    const ask = async (rounds: number) => {
      const list: number[] = [];
      const get: number[] = [];
      for (let at = 0; at < rounds; at += 1) {
        list.push(await timed(() => victim.call('POST', '/v1/query/calls', { limit: 20 })));
        get.push(await timed(() => victim.call('GET', `/v1/query/calls/wide-${at}`)));
      }
      return { list, get };
    };
    await ask(10);
    const quiet = await ask(ROUNDS);
    const stop = new AbortController();
    const search = async (): Promise<number> => {
      let alone = 0;
      while (!stop.signal.aborted) {
        const began = performance.now();
        await attacker.call('POST', '/v1/query/calls', { search: 'zzqqyy not there', limit: 1 });
        alone = performance.now() - began;
      }
      return alone;
    };
    const searches = Array.from({ length: SEARCHES_AT_ONCE }, search);
    const beside = await ask(ROUNDS);
    stop.abort();
    const [took = 0] = await Promise.all(searches);
    for (const question of ['list', 'get'] as const) {
      const said = (of: typeof quiet): string =>
        [0.5, 0.99].map((part) => quantile(of[question], part).toFixed(1)).join(' / ');
      console.info(
        `${question} p50 / p99 ${said(quiet)} -> ${said(beside)} ms, a search ${took.toFixed(0)} ms`,
      );
    }
    for (const question of ['list', 'get'] as const)
      for (const part of [0.5, 0.99])
        expect(quantile(beside[question], part)).toBeLessThan(3 * quantile(quiet[question], part));
  },
);
