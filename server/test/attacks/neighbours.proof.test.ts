// One account sends many queries, another one few. The second does not wait for those of the first.
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
    // A wait is counted in searches of the attacker that end meanwhile, because other work of the machine makes
    // both slower.
    let searches = 0;
    const waits: Record<'list' | 'get', number[]> = { list: [], get: [] };
    const counted = async (question: 'list' | 'get', ...asked: Parameters<Caller['call']>) => {
      const before = searches;
      expect((await victim.call(...asked)).statusCode).toBe(200);
      waits[question].push(searches - before);
    };
    const stop = new AbortController();
    const search = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await attacker.call('POST', '/v1/query/calls', { search: 'zzqqyy not there', limit: 1 });
        searches += 1;
      }
    };
    const searching = Array.from({ length: SEARCHES_AT_ONCE }, search);
    await expect.poll(() => searches, { timeout: 120_000 }).toBeGreaterThan(SEARCHES_AT_ONCE);
    const before = searches;
    for (let at = 0; at < ROUNDS; at += 1) {
      await counted('list', 'POST', '/v1/query/calls', { limit: 20 });
      await counted('get', 'GET', `/v1/query/calls/wide-${at}`);
    }
    const during = searches - before;
    stop.abort();
    await Promise.all(searching);
    const said = (counts: number[]): string => PARTS.map((part) => quantile(counts, part)).join(' / ');
    console.info(`${during} searches; during one list ${said(waits.list)}, one get ${said(waits.get)}`);
    // In one line with the searches, each question would wait for some of them.
    for (const counts of Object.values(waits)) {
      expect(quantile(counts, 0.5)).toBe(0);
      expect(quantile(counts, 0.99)).toBeLessThan(SEARCHES_AT_ONCE / 2);
    }
  },
);
