// A fresh, migrated metadata store on the engine of this leg.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { MetadataConfig } from '#config';

let made = 0;

export function freshFolder(): string {
  made += 1;
  const folder = path.join(inject('testRoot'), `${process.pid}-${made}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export async function freshMetadata(folder: string): Promise<MetadataConfig> {
  if (inject('engine') === 'sqlite') return { kind: 'sqlite', path: path.join(folder, 'metadata.sqlite') };
  const name = `t_${process.pid}_${made}`;
  const url = new URL(inject('postgresUrl'));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return { kind: 'postgres', url: url.href };
}
