// Three processes on one PostgreSQL and one ClickHouse server: their records are stored once, charged once,
// and never over the quota.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { systemClock } from '#lib/clock';
import { Metadata } from '#metadata/open';
import type { WriteOutcome } from '#records';
import { openEngine, type RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { migrateRecords } from '../../src/store/records/migrations/migrate.ts';
import { insertAccounts } from '../support/account-rows.ts';
import { runChild } from '../support/child.ts';
import type { Order } from '../support/direct-writer-child.ts';
import { freshFolder, freshMetadata } from '../support/metadata.ts';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '../support/records-engine.ts';

const PROCESSES = 3;
const CLIENTS = 4;
const IDS = 100;
const ROUNDS = 3;
/** An emulated engine takes seconds for a statement. */
const PATIENCE_MS = 280_000;

// Only a metadata server allows several processes.
const onSqlite = inject('engine') === 'sqlite';

describe.skipIf(onSqlite || minutesUnderEmulation)('three processes on PostgreSQL', () => {
  let metadata: Metadata;
  let engine: RecordsEngine;
  let order: Omit<Order, 'rounds'>;

  beforeAll(async () => {
    const server = (await testEngines()).find(({ config }) => config.kind === 'server');
    if (!server) throw new Error('There is no record engine to test with.');
    const config = await freshMetadata(freshFolder());
    metadata = await Metadata.open(config);
    engine = await openEngine(server.config, testOptions());
    await migrateRecords(engine);
    const account = newAccount();
    await insertAccounts(metadata, [account]);
    order = { metadata: config, records: server.config, database: engine.database, account };
  }, PATIENCE_MS);
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
    await metadata.close();
  }, PATIENCE_MS);

  const run = async (rounds: (process: number) => Order['rounds']): Promise<WriteOutcome[][][]> => {
    const ends = await Promise.all(
      Array.from({ length: PROCESSES }, (_, at) => {
        const code = `import './test/support/direct-writer-child.ts';`;
        return runChild(code, { ...order, rounds: rounds(at) }).ended;
      }),
    );
    return ends.map(({ code, stdout, stderr }) => {
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as WriteOutcome[][];
    });
  };

  const stored = (outcomes: WriteOutcome[]): number =>
    outcomes.reduce((sum, outcome) => sum + (outcome.status === 'stored' ? outcome.stored : 0), 0);
  const inTables = async () => {
    const [row] = await engine.query<{ rows: string; ids: string }>(
      'SELECT count() AS rows, uniqExact(id) AS ids FROM calls WHERE account = {account: UInt32}',
      { account: order.account },
    );
    return row;
  };
  const used = () => new MetadataLedger(metadata, systemClock).used(order.account);

  it(
    'store the same ids once, and then reach the quota without exceeding it',
    async () => {
      const same = Array.from({ length: ROUNDS }, (_, round) => ({
        quota: 1_000_000,
        requests: Array.from({ length: CLIENTS }, () =>
          Array.from({ length: IDS }, (_, at) => `r${round}-${at}`),
        ),
      }));
      const total = ROUNDS * IDS;
      // Requests of two records each, and room for eleven more records.
      const edge = (process: number) => ({
        quota: total + 11,
        requests: Array.from({ length: CLIENTS }, (_, client) =>
          ['a', 'b'].map((half) => `e${process}-${client}${half}`),
        ),
      });
      const outcomes = await run((process) => [...same, edge(process)]);
      for (let round = 0; round < ROUNDS; round += 1) {
        expect(stored(outcomes.flatMap((of) => of[round] ?? []))).toBe(IDS);
      }
      const last = outcomes.flatMap((of) => of.at(-1) ?? []);
      expect(last.filter(({ status }) => status === 'stored')).toHaveLength(5);
      expect(last.filter(({ status }) => status === 'refused')).toHaveLength(PROCESSES * CLIENTS - 5);
      expect(await inTables()).toEqual({ rows: String(total + 10), ids: String(total + 10) });
      expect(await used()).toBe(total + 10);
    },
    PATIENCE_MS,
  );
});
