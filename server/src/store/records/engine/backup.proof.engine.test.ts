import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { backupRecords, restoreRecords } from './backup.ts';
import { openEngine, type RecordsEngine } from './engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';

const CALL = {
  account: 1,
  id: 'kept',
  timestamp: '2026-11-01T10:00:00.000Z',
  received_at: '2026-11-01T10:00:00.000Z',
  expires_at: '2096-11-01T10:00:00Z',
  cost_usd: 0.5,
};
const COUNTS = `SELECT (SELECT count() FROM calls) AS calls, (SELECT count() FROM call_ids) AS ids,
  (SELECT sum(cost_usd) FROM agg_15m) AS cost`;

const engines = await testEngines();

describe.each(engines.filter(({ config }) => config.kind === 'server'))(
  'backup on the $name engine',
  ({ config }) => {
    it('400 records_on_server: a server has its own tools', async () => {
      const engine = await openEngine(config, testOptions());
      await expect(backupRecords(engine, 'x')).rejects.toMatchObject({ reason: 'records_on_server' });
      await expect(restoreRecords(engine, 'x')).rejects.toMatchObject({ reason: 'records_on_server' });
      await engine.command(`DROP DATABASE ${engine.database} SYNC`);
      await engine.close();
    });
  },
);

describe.each(engines.filter(({ config }) => config.kind === 'embedded'))(
  'backup on the $name engine',
  ({ config }) => {
    let folder: string;
    const opened: RecordsEngine[] = [];
    const open = async (): Promise<RecordsEngine> => {
      const engine = await openEngine(config, testOptions());
      opened.push(engine);
      return engine;
    };
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), "tracewell-backup-it's-"));
    });
    afterAll(async () => {
      for (const engine of opened) {
        await engine.command(`DROP DATABASE ${engine.database} SYNC`);
        await engine.close();
      }
      await rm(folder, { recursive: true, force: true });
    });

    it('restores all tables, with working views', async () => {
      const [from, to] = [await open(), await open()];
      await migrateRecords(from);
      await from.insert('calls', [CALL]);
      await backupRecords(from, path.join(folder, 'one'));
      await from.insert('calls', [{ ...CALL, id: 'after the backup' }]);

      await migrateRecords(to);
      await restoreRecords(to, path.join(folder, 'one'));
      await expect(to.query(COUNTS)).resolves.toEqual([{ calls: '1', ids: '1', cost: 0.5 }]);
      await to.insert('calls', [{ ...CALL, id: 'new' }]);
      await expect(to.query(COUNTS)).resolves.toEqual([{ calls: '2', ids: '2', cost: 1 }]);
      await expect(from.query(COUNTS)).resolves.toEqual([{ calls: '2', ids: '2', cost: 1 }]);

      await expect(restoreRecords(to, path.join(folder, 'one'))).rejects.toMatchObject({
        reason: 'records_not_empty',
      });
      await expect(migrateRecords(to)).resolves.toEqual([]);
      await expect(backupRecords(to, path.join(folder, 'one'))).rejects.toMatchObject({
        reason: 'backup_exists',
      });
    });

    it('refuses a backup of a newer version and stays empty and usable', async () => {
      const [from, to] = [await open(), await open()];
      await migrateRecords(from, [{ version: 99, name: 'later', statements: [] }]);
      await backupRecords(from, path.join(folder, 'newer'));
      await migrateRecords(to);
      await expect(restoreRecords(to, path.join(folder, 'newer'))).rejects.toMatchObject({
        reason: 'records_schema_newer',
      });
      await expect(to.query(COUNTS)).resolves.toEqual([{ calls: '0', ids: '0', cost: 0 }]);
    });

    it('a folder without a backup leaves the store empty and usable', async () => {
      const engine = await open();
      await migrateRecords(engine);
      await expect(restoreRecords(engine, path.join(folder, 'nothing'))).rejects.toMatchObject({
        reason: 'backup_not_found',
      });
      await expect(engine.query(COUNTS)).resolves.toEqual([{ calls: '0', ids: '0', cost: 0 }]);
    });
  },
);
