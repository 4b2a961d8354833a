// Restores a backup into an empty data directory. It is assembled in a separate folder and moved into place
// at the end, so a failed restore leaves no half of a store behind.
import { copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config';
import { AppError } from '#lib/app-error';
import { requireS3Access, s3Bucket, s3Place } from '#lib/storage/s3-requests';
import { LOCK_FILES, lockDataDirectory } from '#data-directory';
import { Metadata, knowsSchema } from '#metadata/open';
import { openRecords } from '#records/open';
import { SOCKET } from '#control';
import {
  MASTER_KEY,
  MEDIA,
  METADATA,
  RECORDS,
  downloadBackup,
  readManifest,
  readManifestIn,
  verifyFiles,
  type Manifest,
} from '#backup';

const LEFT_OVER = [...LOCK_FILES, SOCKET];

interface RestoreReport {
  dataDir: string;
  createdAt: string;
  version: string;
  contains: Manifest['contains'];
}

interface RestoreOptions {
  openRecords?: typeof openRecords;
}

export async function restore(
  config: Config,
  from: string,
  options: RestoreOptions = {},
): Promise<RestoreReport> {
  const place = s3Place(from);
  const bucket = place && s3Bucket(requireS3Access(config.s3), place);
  const manifest = await (bucket ? readManifestIn(bucket) : readManifest(path.resolve(from)));
  requireFitting(config, manifest);
  await requireEmpty(config.dataDir);
  await using closing = new AsyncDisposableStack();
  const lock = lockDataDirectory(config.dataDir);
  closing.defer(() => lock.release());
  const staging = closing.use(await stagingFor(config.dataDir));
  const source = bucket ? `${staging.folder}-download` : path.resolve(from);
  if (bucket) {
    closing.defer(() => rm(source, { recursive: true, force: true }));
    await mkdir(source, { mode: 0o700 });
    await downloadBackup(bucket, manifest, source);
  }
  await verifyFiles(source, manifest);
  // The same memory limit as in the service.
  const limits = config.records.kind === 'embedded' ? config.records : { kind: 'embedded' as const };
  const openStore = (folder: string) => (options.openRecords ?? openRecords)({ ...limits, path: folder });
  await fill(staging.folder, source, manifest, openStore);
  await staging.finish();
  const { createdAt, version, contains } = manifest;
  return { dataDir: config.dataDir, createdAt, version, contains };
}

function requireFitting(config: Config, { contains, schema, version }: Manifest): void {
  const refuse = (reason: string, message: string) => new AppError('conflict', reason, message);
  if (contains.metadata && config.metadata.kind !== 'sqlite') {
    throw refuse(
      'metadata_on_server',
      'The backup holds embedded metadata, but TRACEWELL_POSTGRES_URL is set. Unset it to restore.',
    );
  }
  if (contains.records && config.records.kind !== 'embedded') {
    throw refuse(
      'records_on_server',
      'The backup holds in-process records, but TRACEWELL_CLICKHOUSE_URL is set. Unset it to restore.',
    );
  }
  if (schema !== null && !knowsSchema('sqlite', schema)) {
    throw refuse(
      'backup_other',
      `The backup was made by another version of Tracewell (${version}, schema ${schema}), and this one cannot read it. Restore it with that version.`,
    );
  }
}

/** Called before the lock is taken, because the lock creates the folder. */
async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.every((name) => LEFT_OVER.includes(name))) return;
  // If a process is using the folder, this error names it.
  lockDataDirectory(dataDir).release();
  throw new AppError(
    'conflict',
    'data_not_empty',
    `${dataDir} is not empty. Move it away, or set TRACEWELL_DATA_DIR to another folder: nothing is ever overwritten.`,
  );
}

async function fill(
  folder: string,
  source: string,
  { contains, files }: Manifest,
  openStore: (folder: string) => ReturnType<typeof openRecords>,
): Promise<void> {
  if (contains.masterKey) await copyDurably(path.join(source, MASTER_KEY), path.join(folder, MASTER_KEY));
  if (contains.metadata) {
    const file = path.join(folder, METADATA);
    await copyDurably(path.join(source, METADATA), file);
    // Opening it migrates it to this version's schema, and shows that it can be opened.
    const metadata = await Metadata.open({ kind: 'sqlite', path: file });
    await metadata.close();
  }
  for (const { path: name } of files) {
    if (!name.startsWith(`${MEDIA}/`)) continue;
    const file = path.join(folder, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await copyDurably(path.join(source, ...name.split('/')), file);
  }
  if (contains.records) {
    const store = await openStore(path.join(folder, RECORDS));
    try {
      await store.admin.restore(path.join(source, RECORDS));
    } finally {
      await store.close();
    }
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await using handle = await open(to, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
}

interface Staging extends AsyncDisposable {
  folder: string;
  finish(): Promise<void>;
}

async function stagingFor(dataDir: string): Promise<Staging> {
  const beside = `${dataDir}.restoring-${process.pid}`;
  if (await isReplaceable(dataDir, beside)) {
    return staged(beside, async () => {
      for (const name of LEFT_OVER) await rm(path.join(dataDir, name), { force: true });
      // A rename replaces an empty folder in one step, and fails if it is not empty.
      await rename(beside, dataDir);
    });
  }
  const inside = path.join(dataDir, `.restoring-${process.pid}`);
  await mkdir(inside, { mode: 0o700 });
  return staged(inside, async () => {
    // Metadata last: without it, the rest does not count as a store.
    const names = (await readdir(inside)).toSorted(
      (left, right) => Number(left === METADATA) - Number(right === METADATA),
    );
    for (const name of names) await rename(path.join(inside, name), path.join(dataDir, name));
  });
}

/** A mount point cannot be replaced by a rename, and the folder above may belong to another user. */
async function isReplaceable(dataDir: string, beside: string): Promise<boolean> {
  const own = await lstat(dataDir);
  const around = await lstat(path.dirname(dataDir));
  if (!own.isDirectory() || own.dev !== around.dev) return false;
  try {
    await mkdir(beside, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

const staged = (folder: string, finish: () => Promise<void>): Staging => ({
  folder,
  finish,
  [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
});
