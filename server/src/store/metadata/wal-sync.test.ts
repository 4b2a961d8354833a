import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from './sqlite.ts';
import { WalSync, type WalFile } from './wal-sync.ts';

/** A disk whose syncs end when the test says so. */
function slowDisk() {
  const syncs: PromiseWithResolvers<void>[] = [];
  let closed = 0;
  const file: WalFile = {
    datasync: () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
    close: async () => void (closed += 1),
  };
  return { syncs, log: new WalSync('', async () => file), closed: () => closed };
}

it('commits that arrive during a sync share the next one', async () => {
  const { syncs, log, closed } = slowDisk();
  let ended = 0;
  const commits = [log.synced(), log.synced(), log.synced()].map(async (synced) => {
    await synced;
    ended += 1;
  });
  await expect.poll(() => syncs.length).toBe(1);
  syncs[0]?.resolve();
  await expect.poll(() => syncs.length).toBe(2);
  expect(ended).toBe(1);
  syncs[1]?.resolve();
  await Promise.all(commits);
  expect([syncs.length, ended]).toEqual([2, 3]);
  await log.close();
  expect(closed()).toBe(1);
});

it('nothing counts as synced after a failed sync', async () => {
  const { syncs, log } = slowDisk();
  const [first, second] = [log.synced(), log.synced()];
  await expect.poll(() => syncs.length).toBe(1);
  syncs[0]?.reject(new Error('EIO'));
  const refusal = { code: 'unavailable', reason: 'metadata_not_synced' };
  await expect(first).rejects.toMatchObject(refusal);
  await expect(second).rejects.toMatchObject(refusal);
  await expect(log.synced()).rejects.toMatchObject(refusal);
  expect(() => log.requireSound()).toThrow('until the service is restarted');
  // No further sync is attempted: it would wrongly report success.
  expect(syncs).toHaveLength(1);
});

it('the log holds thousands of pages before SQLite moves them into the file, which it does on the main thread', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'metadata.sqlite');
  const { writer, reader, log } = openSqlite(file);
  await sql`create table texts (text)`.execute(writer);
  const pages = 50;
  for (let times = 0; times < 60; times += 1)
    await sql`insert into texts values (randomblob(${pages * 4_096}))`.execute(writer);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(60 * pages * 4_096);
  for (const open of [reader, writer]) await open.destroy();
  await log.close();
});
