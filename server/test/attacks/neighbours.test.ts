// One account asks much, another little: what the second waits for is measured in the same run, quiet and beside the first.
import { expect, inject, it } from 'vitest';
import { openTestApp, type TestAccount } from '#test/app';
import { leftToSqlite } from '#test/records-engine';
import { storeWideCalls } from '#test/wide-calls';

const LONG = process.env['TEST_ALL'] === '1';
const ROWS = LONG ? 80_000 : 30_000;
const ROUNDS = LONG ? 60 : 25;
const SEARCHES_AT_ONCE = 6;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

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
      return { list: median(list), get: median(get) };
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
    const ratios = { list: beside.list / quiet.list, get: beside.get / quiet.get };
    console.info(
      `list ${quiet.list.toFixed(1)} -> ${beside.list.toFixed(1)} ms (${ratios.list.toFixed(1)}), get ${quiet.get.toFixed(1)} -> ${beside.get.toFixed(1)} ms (${ratios.get.toFixed(1)}), a search ${took.toFixed(0)} ms`,
    );
    // Twice is what is promised; one of two cores is busy with this process's own part, and others test beside.
    expect(ratios.list).toBeLessThan(4);
    expect(ratios.get).toBeLessThan(4);
  },
);
