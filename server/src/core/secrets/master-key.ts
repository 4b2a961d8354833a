// The master key: from the settings, or from a key file that the first start creates in the data folder. A
// sealed check in the metadata store shows at start whether the key belongs to this data.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Config } from '#config';
import { sql } from 'kysely';
import type { Metadata, Writer } from '#metadata';
import { sealer } from './sealing.ts';

const FILE = 'master.key';
/** The setting that holds the check. */
const MASTER_KEY_CHECK = 'master_key_check';
const PURPOSE = 'master-key-check';
const WORD = 'tracewell';

const sealCheck = (key: Buffer): string => sealer(key).seal(WORD, PURPOSE);

export const opensCheck = (key: Buffer, check: string): boolean => sealer(key).open(check, PURPOSE) === WORD;

export class MasterKeyError extends Error {
  override name = 'MasterKeyError';
}

export async function loadMasterKey(config: Config, metadata: Metadata): Promise<Buffer> {
  const check = await storedCheck(metadata);
  const key = config.masterKey ?? readKeyFile(config.dataDir, check === null);
  if (check === null) {
    await remember(metadata, sealCheck(key));
    // Another process may have been faster; the stored value decides.
    const stored = await storedCheck(metadata);
    if (stored !== null && opensCheck(key, stored)) return key;
  } else if (opensCheck(key, check)) {
    return key;
  } else if (!config.masterKey) {
    const next = adoptNextKey(config.dataDir, check);
    if (next) return next;
  }
  throw new MasterKeyError(
    `The master key is not the one this data was written with. ${
      config.masterKey
        ? 'Set TRACEWELL_MASTER_KEY to the original key.'
        : `Put the original ${FILE} back into ${config.dataDir}, or set TRACEWELL_MASTER_KEY.`
    }`,
  );
}

/** Null until the first start has created or received the key. */
export async function storedCheck(metadata: Metadata): Promise<string | null> {
  const row = await metadata.reader
    .selectFrom('settings')
    .select('value')
    .where('name', '=', MASTER_KEY_CHECK)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Reads the check with an update that changes nothing: the only way to lock a row in both engines. */
export async function lockCheck(db: Writer): Promise<string | null> {
  const row = await db
    .updateTable('settings')
    .set({ value: sql`value` })
    .where('name', '=', MASTER_KEY_CHECK)
    .returning('value')
    .executeTakeFirst();
  return row?.value ?? null;
}

export const storeCheck = (db: Writer, key: Buffer) =>
  db
    .updateTable('settings')
    .set({ value: sealCheck(key) })
    .where('name', '=', MASTER_KEY_CHECK)
    .execute();

async function remember(metadata: Metadata, value: string): Promise<void> {
  await metadata.transaction((db) =>
    db
      .insertInto('settings')
      .values({ name: MASTER_KEY_CHECK, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}

function readKeyFile(dataDir: string, mayMake: boolean): Buffer {
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) {
    if (!mayMake) {
      throw new MasterKeyError(
        `The master key is missing: ${file} is gone and TRACEWELL_MASTER_KEY is not set. Without it, sealed data cannot be read.`,
      );
    }
    makeKeyFile(file);
  }
  return keyIn(file);
}

function keyIn(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new MasterKeyError(`${file} does not hold 32 bytes in base64.`);
  return key;
}

/**
 * A rotation writes the new key to its own file before it changes anything, and replaces the old key
 * afterwards. If it is killed in between, the check shows which of the two keys seals the data.
 */
const nextFile = (dataDir: string): string => path.join(dataDir, `${FILE}.next`);

export function draftNextKey(dataDir: string): Buffer {
  const file = nextFile(dataDir);
  if (existsSync(file)) return keyIn(file);
  const key = randomBytes(32);
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  syncFolder(dataDir);
  return key;
}

export function finishNextKey(dataDir: string): void {
  renameSync(nextFile(dataDir), path.join(dataDir, FILE));
  syncFolder(dataDir);
}

function adoptNextKey(dataDir: string, check: string): Buffer | null {
  const file = nextFile(dataDir);
  if (!existsSync(file)) return null;
  const key = keyIn(file);
  if (!opensCheck(key, check)) return null;
  finishNextKey(dataDir);
  return key;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes the key completely or not at all, and never replaces one: two processes that start at once both use
 * the first key.
 */
function makeKeyFile(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Some mounted file systems have no links; there, usually only one process runs.
    if (code !== 'EEXIST') copyFileSync(draft, file, constants.COPYFILE_EXCL);
  } finally {
    rmSync(draft, { force: true });
  }
}
