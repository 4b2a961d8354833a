// Many concurrent statements: none gets the answer or the values of another, writes and streams continue, and
// the engine, which shares this process, survives.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine.ts';

const STATEMENTS = process.env['TEST_ALL'] === '1' ? 6_000 : 360;
const ACCOUNTS = 12;
const ROWS_OF_ONE = 3_000;

describe.each(await testEngines())('concurrent statements: $name', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await engine.command(
      'CREATE TABLE IF NOT EXISTS numbered (account UInt32, value UInt64, text String) ENGINE = MergeTree ORDER BY (account, value)',
    );
    await engine.command(
      `INSERT INTO numbered SELECT number % ${ACCOUNTS}, number, toString(number) FROM numbers(${ACCOUNTS * ROWS_OF_ONE})`,
    );
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database}`);
    await engine.close();
  });

  it.runIf(config.kind === 'embedded')('an account does not wait for the question of another', async () => {
    /** True if the quick question was answered during the slow one. */
    const isFirst = async (): Promise<boolean> => {
      let ended = false;
      const slow = engine
        .query('SELECT sleep({seconds: Float64})', { seconds: 3 }, { account: 1, heavy: true })
        .finally(() => (ended = true));
      await sleep(100);
      const [row] = await engine.query<{ x: number }>(
        'SELECT {x: UInt8} AS x',
        { x: 7 },
        { account: 2, heavy: false },
      );
      expect(row).toEqual({ x: 7 });
      const before = !ended;
      await slow;
      return before;
    };
    // The whole process may stand still for a while, but not each time. If it waits, it always waits.
    const rounds = [await isFirst()];
    while (!rounds.includes(true) && rounds.length < 4) rounds.push(await isFirst());
    expect(rounds).toContain(true);
  });

  it('gives each its own answer, beside writes and streams', async () => {
    const { signal } = new AbortController();
    let next = 0;
    const asker = async (account: number): Promise<void> => {
      while (next < STATEMENTS) {
        const at = next++;
        if (at % 50 === 49) await stream(account);
        else if (at % 7 === 6) await fail(account);
        else await ask(account, at);
      }
    };
    const ask = async (account: number, at: number): Promise<void> => {
      const text = `'${at}\\`;
      const rows = await engine.query(
        `SELECT account, count() AS found, {text: String} AS said, {list: Array(UInt64)} AS list
         FROM numbered WHERE account = {account: UInt32} AND value < {below: UInt64} GROUP BY account`,
        { account, below: 1_000_000, text, list: [at, account] },
        { account, heavy: at % 3 === 0 },
      );
      expect(rows).toEqual([
        { account, found: String(ROWS_OF_ONE), said: text, list: [String(at), String(account)] },
      ]);
    };
    const fail = async (account: number): Promise<void> => {
      await expect(
        engine.query(
          'SELECT throwIf(value > {x: UInt64}) FROM numbered',
          { x: 5 },
          { account, heavy: false },
        ),
      ).rejects.toThrow(/throwIf|non-zero/);
    };
    const stream = async (account: number): Promise<void> => {
      let rows = 0;
      const sql = 'SELECT value FROM numbered WHERE account = {account: UInt32} LIMIT 2000';
      for await (const batch of engine.streamRows(sql, { account }, signal)) rows += batch.length;
      expect(rows).toBe(2_000);
    };
    const stop = new AbortController();
    const writes = (async () => {
      for (let at = 0; !stop.signal.aborted; at += 1) {
        await engine.command(
          'INSERT INTO numbered SELECT {account: UInt32}, {value: UInt64}, {text: String}',
          {
            account: 1_000 + at,
            value: 1_000_000 + at,
            text: `it's ${at}`,
          },
        );
        await sleep(20);
      }
    })();
    const askers = Array.from({ length: ACCOUNTS }, (_, account) => asker(account));
    await Promise.all(askers).finally(() => stop.abort());
    await writes;
    const [{ wrong } = { wrong: -1 }] = await engine.query<{ wrong: number }>(
      `SELECT toUInt32(countIf(text != concat('it\\'s ', toString(value - 1000000)))) AS wrong FROM numbered WHERE account >= 1000`,
    );
    expect(wrong).toBe(0);
  });
});
