// A data folder that was made with another schema: the start refuses, and touches nothing in it.
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { sampleRecord } from '#test/support/sample-records';
import { emptyMetadata, freshFolder } from '../support/metadata.ts';
import { startService } from '../support/service-process.ts';

const OTHER = '0001-schema-0badcafe';
/** A start writes these before it may look at a store, and they hold no data. */
const LOCKS = /^tracewell\.(?:lock|pid)/;

/** Bytes and times of all files, and times of all folders. */
const picture = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !LOCKS.test(entry.name) && (entry.isFile() || entry.isDirectory()))
      .map((entry) => {
        const full = path.join(entry.parentPath, entry.name);
        const { mtimeMs } = statSync(full);
        return [full, `${mtimeMs} ${entry.isFile() ? readFileSync(full).toString('base64') : ''}`];
      }),
  );

/** A service with one record in its log, killed, and how to set the name of the schema of its metadata. */
async function killedService() {
  const folder = path.join(freshFolder(), 'data');
  const metadata = await emptyMetadata(freshFolder());
  const env: Record<string, string> =
    metadata.kind === 'postgres' ? { TRACEWELL_POSTGRES_URL: metadata.url } : {};
  const service = await startService({ folder, env });
  const key = /twl_\w+/.exec(service.log())?.[0] ?? '';
  const sent = await service.call('POST', '/v1/ingest', key, { records: [sampleRecord()] });
  expect(sent.status).toBe(200);
  await service.kill();
  const rename = async (name: string): Promise<string> => {
    if (metadata.kind === 'postgres') {
      const client = new Client({ connectionString: metadata.url });
      await client.connect();
      const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
      await client.query('update kysely_migration set name = $1', [name]);
      await client.end();
      return String(rows[0]?.name);
    }
    const db = new DatabaseSync(path.join(folder, 'metadata.sqlite'));
    const before = db.prepare('select name from kysely_migration').get()?.['name'];
    db.prepare('update kysely_migration set name = ?').run(name);
    db.exec('pragma wal_checkpoint(truncate)');
    db.close();
    return String(before);
  };
  return { folder, env, key, rename };
}

it(
  'is refused and left as it is, and opens again with the version that made it',
  { timeout: 180_000 },
  async () => {
    const { folder, env, key, rename } = await killedService();
    const refused = async () => {
      const before = picture(folder);
      await expect(startService({ folder, env })).rejects.toThrow(
        /cannot start: .* has another schema than this version .*0badcafe.*Nothing was changed.*tracewell-server export/,
      );
      expect(picture(folder)).toEqual(before);
    };

    const note = path.join(folder, 'records', 'tracewell-schema');
    const own = readFileSync(note, 'utf8');
    writeFileSync(note, 'schema-0badcafe');
    await refused();
    writeFileSync(note, own);

    const name = await rename(OTHER);
    await refused();
    await rename(name);

    const again = await startService({ folder, env });
    const calls = await again.call('POST', '/v1/query/calls', key, {});
    expect(calls.status).toBe(200);
    expect(JSON.parse(calls.text)).toMatchObject({ records: [{}] });
  },
);

it('is refused without the note that records of 0.1.0 have beside them', { timeout: 180_000 }, async () => {
  const { folder, env } = await killedService();
  rmSync(path.join(folder, 'records', 'tracewell-schema'));
  const before = picture(folder);
  await expect(startService({ folder, env })).rejects.toThrow(/has another schema .*without a name/);
  expect(picture(folder)).toEqual(before);
});
