// The tables of the in-process engine can be read only by opening them, and an open engine merges and deletes
// parts. So the name of their first schema is in a file beside them, which is read before.
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { otherSchema } from '../../other-schema.ts';
import { schema } from './0001-schema.ts';

const NOTE = 'tracewell-schema';

/** Throws if the tables in the folder were made with another schema. Touches nothing. */
export async function requireOwnTables(folder: string, database = 'tracewell'): Promise<void> {
  const noted = await readNote(folder);
  if (noted === schema.name) return;
  if (noted === null && !existsSync(path.join(folder, 'metadata', `${database}.sql`))) return;
  throw otherSchema(folder, noted ?? 'without a name', schema.name);
}

/** On disk before the engine makes the first table. */
export async function noteOwnTables(folder: string): Promise<void> {
  if ((await readNote(folder)) !== null) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using handle = await open(path.join(folder, NOTE), 'w', 0o600);
  await handle.writeFile(schema.name);
  await handle.sync();
}

async function readNote(folder: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, NOTE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
