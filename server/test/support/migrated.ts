// A migrated store that others are copied from, created once per run and engine.
import path from 'node:path';
import { Client } from 'pg';
import { Metadata } from '#metadata/open';

/** The name of the PostgreSQL database. */
export const MIGRATED = 'migrated';

export const migratedFile = (root: string): string => path.join(root, 'migrated.sqlite');

export async function makeMigrated(root: string, postgresUrl: string | null): Promise<void> {
  if (postgresUrl === null) {
    await (await Metadata.open({ kind: 'sqlite', path: migratedFile(root) })).close();
    return;
  }
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${MIGRATED}`;
  await (await Metadata.open({ kind: 'postgres', url: url.href })).close();
}
