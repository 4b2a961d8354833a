// Where an export is kept: a folder, or a bucket (s3-target.ts). A file is there whole or not at all.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#lib/app-error';
import { isInFolder } from '#lib/in-folder';

export interface DataTarget {
  /** For people. */
  readonly place: string;
  /** Two targets with the same key write the same files. */
  readonly key: string;
  /** Null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
  remove(name: string): Promise<void>;
  /** The hash of the stored file; null if there is none. */
  sha256(name: string): Promise<string | null>;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** If `within` is given, no link leads the files out of that folder. */
export function folderTarget(folder: string, within?: string): DataTarget {
  const root = path.resolve(folder);
  const at = async (name: string): Promise<string> => {
    const file = path.join(root, ...name.split('/'));
    if (within !== undefined && !isInFolder(await realPathOf(path.resolve(within)), await realPathOf(file)))
      throw new AppError('conflict', 'target_not_writable', `A link leads out of ${root}.`);
    return file;
  };
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw notWritable(error, root) ?? error;
    });
  return {
    place: root,
    key: root,
    read: (name) => explained(at(name).then((file) => orNull(readFile(file)))),
    write: (name, bytes) => explained(at(name).then((file) => replaceFile(file, bytes))),
    remove: (name) => explained(at(name).then((file) => rm(file, { force: true }))),
    sha256: (name) => explained(at(name).then((file) => orNull(hashOf(file)))),
  };
}

/** Resolves the links of the part of the path that exists. */
const realPathOf = (file: string): Promise<string> =>
  realpath(file).catch(async (error: NodeJS.ErrnoException) => {
    const folder = path.dirname(file);
    if (error.code !== 'ENOENT' || folder === file) throw error;
    return path.join(await realPathOf(folder), path.basename(file));
  });

const PARTIAL = '.partial';

/** Writes a temporary file beside it, flushes it to disk, and renames it. */
async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A killed run leaves its temporary file, which would outlive an erasure of its records.
  for (const name of await readdir(folder))
    if (name.endsWith(PARTIAL)) await rm(path.join(folder, name), { force: true });
  const partial = `${file}.${randomUUID()}${PARTIAL}`;
  try {
    await writeFile(partial, bytes, { mode: 0o600, flag: 'wx', flush: true });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await using handle = await open(file, 'r');
  await pipeline(handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });

function notWritable(error: unknown, folder: string): AppError | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const failed = (reason: string, message: string) =>
    new AppError('conflict', reason, message, { cause: error });
  if (code === 'ENOSPC') return failed('disk_full', `The disk of ${folder} has no room for the export.`);
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST'
    ? failed('target_not_writable', `${folder} cannot be written (${code}).`)
    : null;
}
