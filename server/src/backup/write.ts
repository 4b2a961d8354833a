// Writes a backup from open stores into a folder beside its final place, and puts it there whole or not at
// all. One for a bucket is written into the data folder first.
import { chmod, copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config';
import type { Logger } from 'pino';
import { AppError } from '#lib/app-error';
import { MINUTE_MS, isoTime, type Clock } from '#lib/clock';
import { isInFolder } from '#lib/in-folder';
import { requireS3Access, s3Bucket, s3Place, type S3Place } from '#lib/storage/s3-requests';
import type { ProcessState } from '#core/context';
import { ALL_ACCOUNTS, changeRecords } from '#core/record-changes/record-changes';
import { mediaFile, mediaFolder } from '#media';
import type { Metadata } from '#metadata';
import { schemaOf } from '#metadata/open';
import type { RecordsStore } from '#records';
import { uploadBackup } from './in-bucket.ts';
import {
  MASTER_KEY,
  MEDIA,
  METADATA,
  RECORDS,
  describeFiles,
  writeManifest,
  type Manifest,
} from './manifest.ts';

/** How long to wait for running changes of records. Later ones wait for the backup. */
const PATIENCE_MS = 30 * MINUTE_MS;

interface BackupSources {
  config: Config;
  clock: Clock;
  log: Logger;
  metadata: Metadata;
  records: RecordsStore | null;
  state: ProcessState;
  /** Null leaves it out: someone with only the backup then cannot read sealed data. */
  masterKey: Buffer | null;
}

export interface BackupReport {
  folder: string;
  createdAt: string;
  bytes: number;
  files: number;
  contains: Manifest['contains'];
}

export async function writeBackup(sources: BackupSources, target: string): Promise<BackupReport> {
  requireEmbedded(sources.config);
  const bucket = s3Place(target);
  return bucket === null ? toFolder(sources, target) : toBucket(sources, bucket);
}

async function toFolder(sources: BackupSources, target: string): Promise<BackupReport> {
  const { config, clock } = sources;
  const now = clock.now();
  const folder = await placeFor(target, config.dataDir, now);
  const partial = `${folder}.partial-${process.pid}`;
  try {
    const report = await fillFolder(sources, partial, now);
    await rename(partial, folder);
    await syncFolder(path.dirname(folder));
    return { folder, ...report };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explained(error, folder);
  }
}

/** One backup is made at a time, so what a killed one has left can be removed. */
const STAGING = 'backup-staging';

/** The engine can only write to the disk, so the backup is there until it is in the bucket. */
async function toBucket(sources: BackupSources, { bucket, prefix }: S3Place): Promise<BackupReport> {
  const { config, clock } = sources;
  const access = requireS3Access(config.s3);
  const now = clock.now();
  const folder = path.join(config.dataDir, STAGING);
  // Each backup has its own name, because a bucket does not say whether a folder exists.
  const dated = { bucket, prefix: [prefix, datedName(now)].filter((part) => part !== '').join('/') };
  try {
    await rm(folder, { recursive: true, force: true });
    const report = await fillFolder(sources, folder, now);
    return { folder: await uploadBackup(s3Bucket(access, dated), folder), ...report };
  } catch (error) {
    throw explained(error, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillFolder(
  sources: BackupSources,
  folder: string,
  now: number,
): Promise<Omit<BackupReport, 'folder'>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const contains = await betweenChanges(sources, () => copyStores(sources, folder));
  const schema = contains.metadata
    ? (await schemaOf({ kind: 'sqlite', path: path.join(folder, METADATA) })).applied
    : null;
  const files = await describeFiles(folder, true);
  const createdAt = isoTime(now);
  await writeManifest(folder, { version: sources.config.version, createdAt, contains, schema, files });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { createdAt, bytes, files: files.length, contains };
}

/** A change of records spans several tables and a job. The copy has it whole or not at all. */
function betweenChanges<T>({ records, ...services }: BackupSources, copy: () => Promise<T>): Promise<T> {
  if (records === null) return copy();
  const order = { account: ALL_ACCOUNTS, kind: 'backup', patienceMs: PATIENCE_MS } as const;
  return changeRecords({ ...services, records }, order, copy);
}

/**
 * Copies records before metadata. An account that is created in between then has no records in the backup. In
 * the other order, its records would be there without it, and would fall to the next account that gets its
 * number.
 */
async function copyStores(sources: BackupSources, folder: string): Promise<Manifest['contains']> {
  const { config, metadata, records, masterKey } = sources;
  const hasRecords = config.records.kind === 'embedded' && records !== null;
  if (hasRecords) await records.admin.backup(path.join(folder, RECORDS));
  // Before the metadata: a file that is stored in between belongs to no record of the backup.
  const media = config.media.bucket === null ? await mediaIds(metadata) : [];
  const hasMetadata = config.metadata.kind === 'sqlite';
  if (hasMetadata) {
    await metadata.copyTo(path.join(folder, METADATA));
    await chmod(path.join(folder, METADATA), 0o600);
  }
  await copyMedia(config.dataDir, folder, media);
  if (masterKey !== null) {
    const text = `${masterKey.toString('base64')}\n`;
    await writeFile(path.join(folder, MASTER_KEY), text, { mode: 0o600, flag: 'wx' });
  }
  return { metadata: hasMetadata, records: hasRecords, masterKey: masterKey !== null };
}

const IDS_AT_ONCE = 1_000;

async function mediaIds({ reader }: Metadata): Promise<string[]> {
  const ids: string[] = [];
  for (let last = ''; ;) {
    const rows = await reader
      .selectFrom('media')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(IDS_AT_ONCE)
      .execute();
    for (const { id } of rows) ids.push(id);
    if (rows.length < IDS_AT_ONCE) return ids;
    last = ids.at(-1) ?? '';
  }
}

/** They stay sealed. A file that has been deleted meanwhile is left out. */
async function copyMedia(dataDir: string, folder: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const copy = mediaFile(path.join(folder, MEDIA), id);
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(mediaFile(mediaFolder(dataDir), id), copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

export function requireEmbedded(config: Config): void {
  if (config.metadata.kind === 'sqlite' || config.records.kind === 'embedded') return;
  throw new AppError(
    'conflict',
    'nothing_embedded',
    'Both stores are on servers. Back them up there: pg_dump for PostgreSQL, BACKUP for ClickHouse.',
  );
}

/** A folder that is there already gets a new one inside it, named by the time. */
async function placeFor(target: string, dataDir: string, now: number): Promise<string> {
  const place = path.resolve(target);
  if (isInFolder(dataDir, place)) {
    throw new AppError(
      'conflict',
      'backup_inside_data',
      `${place} lies in the data directory and would be lost with it. Name a folder elsewhere.`,
    );
  }
  const there = await stat(place).catch(() => null);
  if (there === null) return place;
  if (!there.isDirectory()) {
    throw new AppError('conflict', 'backup_exists', `${place} is a file. Name a folder.`);
  }
  return path.join(place, datedName(now));
}

const datedName = (now: number): string => `tracewell-${isoTime(now).replaceAll(/[:.]/g, '-')}`;

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function explained(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('conflict', 'backup_not_writable', `${folder} cannot be written (${code}).`, {
      cause: error,
    });
  }
  if (code === 'ENOSPC') {
    return new AppError('conflict', 'disk_full', `The disk of ${folder} has no room for the backup.`, {
      cause: error,
    });
  }
  return error;
}
