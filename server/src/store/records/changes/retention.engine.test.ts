// Expiry in the real tables. Few statements on many rows: under emulation each costs seconds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { deleteExpired, expirySql, setRetention } from './retention.ts';
import { countArrivedSince } from '../writer/stored-ids.ts';

const TABLES = ['calls', 'observations', 'call_content', 'call_ids', 'agg_15m', 'run_times'] as const;
const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();

const shorter = newAccount();
const longer = newAccount();
const other = newAccount();

/** A row from `days` ago that is kept for 30 days. Its time is not on a whole second. */
const row = (account: number, days: number) => {
  const at = now - days * DAY_MS;
  return {
    account,
    id: `${account}-${days}`,
    timestamp: iso(at),
    expires_at: iso(Math.ceil((at + 30 * DAY_MS) / 1000) * 1000),
  };
};
const rows = [shorter, longer, other].flatMap((account) => [row(account, 1), row(account, 20)]);
const received = (fields: object) => ({ ...fields, received_at: iso(now) });

describe.skipIf(minutesUnderEmulation).each(await testEngines())(
  'retention on the $name engine',
  ({ config }) => {
    const options = testOptions();
    let engine: RecordsEngine;
    beforeAll(async () => {
      engine = await openEngine(config, options);
      await migrateRecords(engine);
      await engine.insert('calls', rows.map(received));
      await engine.insert(
        'observations',
        rows.map(({ id, ...rest }) => received({ ...rest, id: `o-${id}`, trace_id: `t-${id}` })),
      );
      await engine.insert('call_content', rows);
    });
    afterAll(async () => {
      await engine.command(`DROP DATABASE ${options.database} SYNC`);
      await engine.close();
    });

    /** Rows of each account by table. */
    async function counts(): Promise<Record<string, number[]>> {
      const found = await engine.query<{ name: string; account: number; rows: string }>(
        TABLES.map(
          (name) => `SELECT '${name}' AS name, account, count() AS rows FROM ${name} GROUP BY account`,
        ).join(' UNION ALL '),
      );
      const of = (name: string, account: number) =>
        Number(found.find((each) => each.name === name && each.account === account)?.rows ?? 0);
      return Object.fromEntries(
        TABLES.map((name) => [name, [shorter, longer, other].map((each) => of(name, each))]),
      );
    }

    it('moves expiry both ways, in all tables, and leaves other accounts alone', async () => {
      await setRetention(90).run(engine, longer);
      await setRetention(25).run(engine, shorter);
      const expires = await engine.query(
        `SELECT account, groupUniqArray(kept) AS kept FROM (
         SELECT account, dateDiff('second', timestamp, expires_at) AS kept FROM calls
         UNION ALL SELECT account, dateDiff('second', timestamp, expires_at) FROM observations
         UNION ALL SELECT account, dateDiff('second', timestamp, expires_at) FROM call_content
         UNION ALL SELECT account, dateDiff('second', last, expires_at) FROM run_times
         UNION ALL SELECT account, dateDiff('second', last_seen, expires_at) FROM agg_15m
       ) GROUP BY account`,
      );
      // Expiry is rounded up to a whole second; `dateDiff` counts started seconds.
      const up = now % 1000 === 0 ? 0 : 1;
      const kept = (account: number, days: number) => ({ account, kept: [String(days * 86_400 + up)] });
      expect(expires).toHaveLength(3);
      expect(expires).toEqual(expect.arrayContaining([kept(longer, 90), kept(shorter, 25), kept(other, 30)]));
      const days = await engine.query(
        'SELECT account, groupUniqArray(expires_on - toDate(timestamp + INTERVAL 999 MILLISECOND)) AS days FROM call_ids GROUP BY account',
      );
      expect(days).toEqual(
        expect.arrayContaining([
          { account: longer, days: [91] },
          { account: shorter, days: [26] },
          { account: other, days: [31] },
        ]),
      );
    });

    it('caps an expiry beyond the range of the column', async () => {
      const [last] = await engine.query<{ at: string }>(`SELECT ${expirySql('now64(3)')} AS at`, {
        days: 36_500,
      });
      expect(Date.parse(last?.at ?? '')).toBe(0xffff_ffff * 1000);
    });

    it('deletes expired rows from all tables, and no others', async () => {
      // The older rows of `shorter` expire in 5 days, and those of `other` in 10.
      expect(await deleteExpired(engine, now + 5 * DAY_MS - HOUR_MS)).toEqual({});
      const gone = await deleteExpired(engine, now + 6 * DAY_MS + HOUR_MS);
      expect(gone).toEqual({
        calls: 1,
        observations: 1,
        call_content: 1,
        agg_15m: 1,
        call_ids: 2,
        run_times: 1,
      });
      expect(await counts()).toEqual({
        calls: [1, 2, 2],
        observations: [1, 2, 2],
        call_content: [1, 2, 2],
        call_ids: [2, 4, 4],
        agg_15m: [1, 2, 2],
        run_times: [1, 2, 2],
      });
      const arrived = new Map(await countArrivedSince(engine, now - DAY_MS));
      expect([shorter, longer, other].map((account) => arrived.get(account))).toEqual([4, 4, 4]);
    });
  },
);
