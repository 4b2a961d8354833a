// A metadata store on the engine of this test run.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { MetadataConfig } from '#config';
import { MIGRATED, migratedFile } from './migrated.ts';

let made = 0;

export function freshFolder(): string {
  made += 1;
  const folder = path.join(inject('testRoot'), `${process.pid}-${made}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A copy of a migrated store, because the migrations take longer than most tests. */
export async function freshMetadata(folder: string): Promise<MetadataConfig> {
  // Copied as files, which is less work for the server than through its log.
  if (inject('engine') === 'postgres') return createDatabase(`template ${MIGRATED} strategy file_copy`);
  const file = path.join(folder, 'metadata.sqlite');
  copyFileSync(migratedFile(inject('testRoot')), file);
  return { kind: 'sqlite', path: file };
}

/** For tests of the migrations themselves. */
export async function emptyMetadata(folder: string): Promise<MetadataConfig> {
  if (inject('engine') === 'postgres') return createDatabase('');
  return { kind: 'sqlite', path: path.join(folder, 'metadata.sqlite') };
}

const databases: string[] = [];

async function createDatabase(from: string): Promise<MetadataConfig> {
  const name = `t_${process.pid}_${made}`;
  await administer([`create database ${name} ${from}`]);
  databases.push(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { kind: 'postgres', url: url.href };
}

/** Drops the databases of the finished file, so that they do not accumulate: the folder may be in memory. */
export const dropDatabases = (): Promise<void> =>
  administer(databases.splice(0).map((name) => `drop database ${name} with (force)`));

async function administer(statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return;
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
