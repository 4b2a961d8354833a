// The manifest of a backup: when and by which version it was made, what is in it, and the hash of every file.
import { createHash } from 'node:crypto';
import { open, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#lib/app-error';

export const MANIFEST = 'manifest.json';
export const METADATA = 'metadata.sqlite';
export const RECORDS = 'records';
/** Files of messages, unless they are in a bucket. */
export const MEDIA = 'media';
export const MASTER_KEY = 'master.key';

const FORMAT = 1;

export interface BackedUpFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: number;
  /** The version of the service that made it. */
  version: string;
  createdAt: string;
  contains: { metadata: boolean; records: boolean; masterKey: boolean };
  /** Newest step of the metadata schema; null without metadata. */
  schema: string | null;
  files: BackedUpFile[];
}

export const damagedBackup = (message: string, cause?: unknown) =>
  new AppError('conflict', 'backup_damaged', message, cause === undefined ? {} : { cause });

/**
 * Hashes every file below the folder except the manifest. If `durably` is set, it also flushes them to disk.
 */
export async function describeFiles(folder: string, durably: boolean): Promise<BackedUpFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: BackedUpFile[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const full = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, full).split(path.sep).join('/');
    if (name === MANIFEST) continue;
    if (!entry.isFile()) throw damagedBackup(`${name} in ${folder} is not a plain file.`);
    files.push({ path: name, ...(await hashFile(full, durably)) });
  }
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

export async function hashFile(file: string, durably: boolean): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await using handle = await open(file, 'r');
  await pipeline(handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 }), hash);
  if (durably) await handle.sync();
  return { bytes: (await handle.stat()).size, sha256: hash.digest('hex') };
}

/** Written last: a folder without it is not a backup. */
export async function writeManifest(folder: string, facts: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...facts }, null, 2)}\n`;
  await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true });
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw notBackup(folder, error);
  });
  return parseManifest(text, folder);
}

const notBackup = (place: string, cause?: unknown) =>
  damagedBackup(`${place} is not a backup: it has no readable ${MANIFEST}.`, cause);

/** `text` is null if there is none. */
export function parseManifest(text: string | null, folder: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text ?? '') as Manifest;
  } catch (error) {
    throw notBackup(folder, error);
  }
  if (!Array.isArray(manifest.files) || typeof manifest.contains !== 'object') {
    throw damagedBackup(`The ${MANIFEST} in ${folder} is not one that Tracewell wrote.`);
  }
  if (manifest.format !== FORMAT) {
    throw new AppError(
      'conflict',
      'backup_newer',
      `This backup was made by Tracewell ${manifest.version} in a form that this version does not know. Restore it with that version.`,
    );
  }
  return manifest;
}

/** Throws at the first file that is missing, changed, or not listed. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const found = new Map((await describeFiles(folder, false)).map((file) => [file.path, file]));
  for (const file of manifest.files) {
    const there = found.get(file.path);
    if (!there) throw damagedBackup(`The backup is not complete: ${file.path} is missing from ${folder}.`);
    if (there.sha256 !== file.sha256) {
      throw damagedBackup(`The backup is damaged: ${file.path} is not what was written. Use another backup.`);
    }
    found.delete(file.path);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw damagedBackup(`${folder} holds ${extra}, which is not part of the backup.`);
}
