// Keeps files. A file is stored once in a project, recognised by a hash that is keyed by the account: nobody can learn
// from it what another account has. It is durable before it gets an id that a record may refer to.
import { createHash } from 'node:crypto';
import { AppError, unavailable } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { forEachLimited } from '#lib/for-each-limited';
import { newId } from '#lib/ids';
import { Pace } from '#lib/yield-to-event-loop';
import {
  mediaHasher,
  mediaName,
  sniffedType,
  type AccountKeys,
  type KeptFile,
  type TakenFile,
} from '#content';
import type { Account } from '#core/access/accounts';
import type { Services } from '#core/context';
import { homeOf } from './home.ts';
import {
  bytesOfAccount,
  deleteUnfinishedMedia,
  insertMedia,
  insertUnfinishedMedia,
  selectByHash,
  touchMedia,
  type MediaRow,
} from './store.ts';

/** The largest file. */
export const MAX_FILE_BYTES = 50 * 1_048_576;
/** How long a file may wait for a record that refers to it. */
const UNREFERENCED_MS = DAY_MS;
const AT_ONCE = 4;
/** Hashing this much takes less than a millisecond. */
const PIECE_BYTES = 524_288;
const HEAD_BYTES = 4_096;

export type MediaContext = Pick<
  Services,
  'metadata' | 'clock' | 'config' | 'contentKeys' | 'state' | 'log'
> & { account: Pick<Account, 'id' | 'number'> };

const MEDIA_QUOTA = 'media_quota';

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

async function* pacedPieces(bytes: Uint8Array, pace: Pace): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOf(bytes)) {
    if (pace.isDue) await pace.rest();
    yield piece;
  }
}

interface NewFile extends TakenFile {
  id: string;
  hash: string;
}

/** In the order of the files. Those beyond the limit of the account are not kept. */
export async function keepFiles(
  ctx: MediaContext,
  project: number,
  files: readonly TakenFile[],
): Promise<KeptFile[]> {
  if (files.length === 0) return [];
  const keys = await ctx.contentKeys.load(ctx.account);
  const pace = new Pace();
  const hashes: string[] = [];
  const hashOf = mediaHasher(keys);
  for (const { bytes } of files) {
    const sha256 = createHash('sha256');
    for await (const piece of pacedPieces(bytes, pace)) sha256.update(piece);
    hashes.push(hashOf(mediaName(sha256.digest())));
  }
  const kept = await known(ctx, project, new Set(hashes));
  const fresh = new Map<string, NewFile>();
  for (const [at, hash] of hashes.entries()) {
    const file = files[at];
    if (file && !kept.has(hash) && !fresh.has(hash)) fresh.set(hash, { ...file, hash, id: newId('media') });
  }
  for (const [hash, id] of await store(ctx, keys, project, [...fresh.values()], pace)) kept.set(hash, id);
  return hashes.map((hash) => {
    const mediaId = kept.get(hash);
    return mediaId === undefined ? { mediaId: null, reason: MEDIA_QUOTA } : { mediaId };
  });
}

/** True for a file that the project has already, by its name. It waits for a record again. */
export async function touchFile(ctx: MediaContext, project: number, name: string): Promise<boolean> {
  const hash = mediaHasher(await ctx.contentKeys.load(ctx.account))(name);
  return (await known(ctx, project, new Set([hash]))).size > 0;
}

/** Ids by hash, of files that are stored. From now on they wait for a record again. */
async function known(
  { metadata, clock, account }: MediaContext,
  project: number,
  hashes: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = await selectByHash(metadata.reader, account.id, project, [...hashes]);
  if (found.length === 0) return new Map();
  const now = clock.now();
  const ids = found.map(({ id }) => id);
  const there = await metadata.transaction((db) =>
    touchMedia(db, account.id, ids, { now, until: now + UNREFERENCED_MS }),
  );
  const alive = new Set(there.map(({ id }) => id));
  return new Map(found.filter(({ id }) => alive.has(id)).map(({ id, hash }) => [hash, id]));
}

async function store(
  ctx: MediaContext,
  keys: AccountKeys,
  project: number,
  files: readonly NewFile[],
  pace: Pace,
): Promise<Map<string, string>> {
  if (files.length === 0) return new Map();
  let room = ctx.config.media.accountBytes - (await bytesOfAccount(ctx.metadata.reader, ctx.account.id));
  const fitting = files.filter(({ bytes: { length } }) => {
    const fits = length <= room;
    if (fits) room -= length;
    return fits;
  });
  if (fitting.length === 0) return new Map();
  const ids = fitting.map(({ id }) => id);
  await ctx.metadata.transaction((db) => insertUnfinishedMedia(db, ctx.account.id, ids, ctx.clock.now()));
  const home = homeOf(ctx);
  // All writes have ended before what they have left is removed: a full disk must not stay full of it.
  const errors: unknown[] = [];
  await forEachLimited(fitting, AT_ONCE, async ({ id, bytes }) => {
    if (errors.length > 0) return;
    await home.write(keys, id, pacedPieces(bytes, pace)).catch((error: unknown) => errors.push(error));
  });
  if (errors.length > 0) {
    await forget(ctx, ids);
    failed(errors[0]);
  }
  const rows = fitting.map((file) => rowOf(ctx, project, { ...file, bytes: file.bytes.length }));
  return finish(ctx, rows);
}

/** The files of the rows are durable. Returns the ids under which they are stored, by hash. */
async function finish(ctx: MediaContext, rows: readonly MediaRow[]): Promise<Map<string, string>> {
  const stored = await ctx.metadata.transaction(async (db) => {
    const found = new Map<string, string>();
    for (const row of rows) found.set(row.hash, await insertMedia(db, row));
    return found;
  });
  const slower = rows.filter(({ id, hash }) => stored.get(hash) !== id).map(({ id }) => id);
  if (slower.length > 0) await forget(ctx, slower);
  return stored;
}

const rowOf = (
  { account, clock }: MediaContext,
  project: number,
  file: { id: string; hash: string; contentType: string; bytes: number },
): MediaRow => ({
  id: file.id,
  account_id: account.id,
  project_number: project,
  hash: file.hash,
  content_type: file.contentType,
  bytes: file.bytes,
  created_at: clock.now(),
  used_at: clock.now(),
  check_at: clock.now() + UNREFERENCED_MS,
});

/** What stays of them, the job removes. */
async function forget(ctx: MediaContext, ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await homeOf(ctx).remove(id);
    await ctx.metadata.transaction((db) => deleteUnfinishedMedia(db, ids));
  } catch (error) {
    ctx.log.warn({ err: error }, 'a file that is not needed could not be removed yet');
  }
}

function failed(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS')
    throw unavailable('storage_full', 'The service has no room for files at the moment.', error);
  throw error;
}

export interface UploadedFile {
  id: string;
  contentType: string;
  bytes: number;
  sha256: string;
}

const tooLarge = (): AppError =>
  new AppError('too_large', 'media_too_large', `A file may have ${MAX_FILE_BYTES / 1_048_576} MiB.`);

const overQuota = (bytes: number): AppError =>
  new AppError(
    'too_large',
    MEDIA_QUOTA,
    `The files of this account may have ${Math.round(bytes / 1_000_000)} MB. Erase records, or ask the operator to raise TRACEWELL_MEDIA_LIMIT_MB.`,
  );

async function requireRoom({ metadata, config, account }: MediaContext, bytes: number): Promise<void> {
  const { accountBytes } = config.media;
  if ((await bytesOfAccount(metadata.reader, account.id)) + bytes > accountBytes)
    throw overQuota(accountBytes);
}

/** A file that arrives piece by piece. Its hash is known at its end. `announced`: its length, if the client says it. */
export async function keepStream(
  ctx: MediaContext,
  project: number,
  source: AsyncIterable<Uint8Array>,
  announced: number,
): Promise<UploadedFile> {
  if (announced > MAX_FILE_BYTES) throw tooLarge();
  await requireRoom(ctx, announced);
  const keys = await ctx.contentKeys.load(ctx.account);
  const id = newId('media');
  const sha256 = createHash('sha256');
  const head: Uint8Array[] = [];
  let bytes = 0;
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      if (bytes < HEAD_BYTES) head.push(Buffer.from(piece.subarray(0, HEAD_BYTES)));
      bytes += piece.length;
      if (bytes > MAX_FILE_BYTES) throw tooLarge();
      sha256.update(piece);
      yield piece;
    }
  }
  await ctx.metadata.transaction((db) => insertUnfinishedMedia(db, ctx.account.id, [id], ctx.clock.now()));
  try {
    await homeOf(ctx).write(keys, id, watched()).catch(failed);
    await requireRoom(ctx, bytes);
  } catch (error) {
    await forget(ctx, [id]);
    throw error;
  }
  const contentType = sniffedType(Buffer.concat(head).subarray(0, HEAD_BYTES));
  const digest = sha256.digest();
  const row = rowOf(ctx, project, { id, hash: mediaHasher(keys)(mediaName(digest)), contentType, bytes });
  const stored = await finish(ctx, [row]);
  return { id: stored.get(row.hash) ?? id, contentType, bytes, sha256: digest.toString('hex') };
}
