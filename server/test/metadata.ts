// A metadata store on the engine of this leg.
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

/** Migrated already: a copy of a store that was, since the migrations take longer than most tests. */
export async function freshMetadata(folder: string): Promise<MetadataConfig> {
  if (inject('engine') === 'postgres') return createDatabase(`template ${MIGRATED}`);
  const file = path.join(folder, 'metadata.sqlite');
  copyFileSync(migratedFile(inject('testRoot')), file);
  return { kind: 'sqlite', path: file };
}

/** For tests of the migrations themselves. */
export async function emptyMetadata(folder: string): Promise<MetadataConfig> {
  if (inject('engine') === 'postgres') return createDatabase('');
  return { kind: 'sqlite', path: path.join(folder, 'metadata.sqlite') };
}

async function createDatabase(from: string): Promise<MetadataConfig> {
  const name = `t_${process.pid}_${made}`;
  const url = new URL(inject('postgresUrl'));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name} ${from}`);
  await client.end();
  url.pathname = `/${name}`;
  return { kind: 'postgres', url: url.href };
}
