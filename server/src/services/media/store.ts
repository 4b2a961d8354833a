// The files in the metadata store. A file has a row in `media` when it is whole and durable; while it is written or
// deleted, it has one in `unfinished_media`.
import { sql } from 'kysely';
import { HASH_PREFIX } from '#core/content/media/file-hash';
import type { MediaTable, Reader, Writer } from '#metadata';

export type MediaRow = MediaTable;

interface MediaScope {
  accountId: string;
  /** Null for the whole account. */
  project: number | null;
}

export async function selectMedia(
  db: Reader,
  { accountId, project }: MediaScope,
  ids: readonly string[],
): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids]);
  return (project === null ? rows : rows.where('project_number', '=', project)).execute();
}

export async function selectMediaByHash(
  db: Reader,
  { accountId, project }: MediaScope,
  hash: string,
): Promise<MediaRow | undefined> {
  const rows = db
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('hash', '=', hash);
  // Projects may have the same file.
  return (project === null ? rows : rows.where('project_number', '=', project))
    .orderBy('id')
    .executeTakeFirst();
}

/** Within a project, a hash is unique. */
export async function selectNamedMedia(
  db: Reader,
  { accountId, project }: MediaScope,
  { ids, hashes }: MediaNames,
): Promise<MediaRow[]> {
  const rows = db
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', 'in', notEmpty(ids)), eb('hash', 'in', notEmpty(hashes))]));
  return (project === null ? rows : rows.where('project_number', '=', project)).execute();
}

/** What items of datasets refer to, in any version: ids and hashes. */
export async function selectItemMedia(db: Reader, accountId: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const table of ['eval_dataset_items', 'eval_dataset_past_items'] as const) {
    const rows = await db
      .selectFrom(table)
      .innerJoin('eval_datasets', 'eval_datasets.id', 'dataset_id')
      .select('media')
      .where('eval_datasets.account_id', '=', accountId)
      .where('media', 'is not', null)
      .execute();
    for (const { media } of rows) for (const name of media?.split(' ') ?? []) names.add(name);
  }
  return names;
}

export const selectByHash = (db: Reader, accountId: string, project: number, hashes: readonly string[]) =>
  db
    .selectFrom('media')
    .select(['id', 'hash'])
    .where('account_id', '=', accountId)
    .where('project_number', '=', project)
    .where('hash', 'in', [...hashes])
    .execute();

/** They are kept until `until` at least. Files that were deleted meanwhile are missing. */
export const touchMedia = (
  db: Writer,
  accountId: string,
  ids: readonly string[],
  { now, until }: { now: number; until: number },
) =>
  db
    .updateTable('media')
    .set({
      used_at: now,
      check_at: sql<number>`case when check_at > ${until} then check_at else ${until} end`,
    })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();

export async function bytesOfAccount(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.sum<string | number | null>('bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

export const insertUnfinishedMedia = (db: Writer, accountId: string, ids: readonly string[], began: number) =>
  db
    .insertInto('unfinished_media')
    .values(ids.map((id) => ({ id, account_id: accountId, began_at: began })))
    .execute();

export const deleteUnfinishedMedia = (db: Writer, ids: readonly string[]) =>
  db
    .deleteFrom('unfinished_media')
    .where('id', 'in', [...ids])
    .execute();

/** Returns the id under which the file is stored: another one if another request was faster. */
export async function insertMedia(db: Writer, row: MediaRow): Promise<string> {
  const stored = await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'project_number', 'hash'])
        .doUpdateSet({ used_at: row.used_at, check_at: row.check_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  if (stored.id === row.id) await deleteUnfinishedMedia(db, [row.id]);
  return stored.id;
}

interface MediaNames {
  ids: readonly string[];
  hashes: readonly string[];
}

/** Records have the ids of files, or their hashes. */
export const namesIn = (media: readonly string[]): MediaNames => ({
  ids: media.filter((name) => !name.startsWith(HASH_PREFIX)),
  hashes: media.flatMap((name) => (name.startsWith(HASH_PREFIX) ? name.slice(HASH_PREFIX.length) : [])),
});

/** PostgreSQL takes no empty list. No file has the name ''. */
const notEmpty = (names: readonly string[]): string[] => (names.length === 0 ? [''] : [...names]);

/** A file that was sent a moment ago may belong to a record that is still on its way. */
export const checkSoon = (
  db: Writer,
  accountId: string,
  { ids, hashes }: MediaNames,
  { now, graceMs }: { now: number; graceMs: number },
) =>
  db
    .updateTable('media')
    .set({
      check_at: sql<number>`case when used_at + ${graceMs} > ${now} then used_at + ${graceMs} else ${now} end`,
    })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', 'in', notEmpty(ids)), eb('hash', 'in', notEmpty(hashes))]))
    .execute();

/** The account is unknown to the records store only while it is being closed. */
export const selectDueMedia = (db: Reader, now: number, limit: number) =>
  db
    .selectFrom('media')
    .innerJoin('accounts', 'accounts.id', 'media.account_id')
    .select(['media.id', 'media.hash', 'media.account_id', 'accounts.number'])
    .where('media.check_at', '<=', now)
    .orderBy('media.check_at')
    .limit(limit)
    .execute();

export const selectDueOf = (db: Reader, accountId: string, { ids, hashes }: MediaNames, now: number) =>
  db
    .selectFrom('media')
    .select(['id', 'hash'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', 'in', notEmpty(ids)), eb('hash', 'in', notEmpty(hashes))]))
    .where('check_at', '<=', now)
    .execute();

export const setCheck = (db: Writer, id: string, at: number) =>
  db.updateTable('media').set({ check_at: at }).where('id', '=', id).execute();

/** Their files go from now on, also if this process ends. Files that were sent again meanwhile stay. */
export async function discardMedia(
  db: Writer,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const gone = await db
    .deleteFrom('media')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('check_at', '<=', now)
    .returning('id')
    .execute();
  const found = gone.map(({ id }) => id);
  if (found.length > 0) await insertUnfinishedMedia(db, accountId, found, 0);
  return found;
}

/** All files of the account, or of one of its projects. */
export async function discardAllMedia(db: Writer, { accountId, project }: MediaScope): Promise<void> {
  const own = db
    .selectFrom('media')
    .select(['id', 'account_id', sql<number>`0`.as('began_at')])
    .where('account_id', '=', accountId);
  await db
    .insertInto('unfinished_media')
    .columns(['id', 'account_id', 'began_at'])
    .expression(project === null ? own : own.where('project_number', '=', project))
    .execute();
  const rows = db.deleteFrom('media').where('account_id', '=', accountId);
  await (project === null ? rows : rows.where('project_number', '=', project)).execute();
}

export async function selectUnfinishedMedia(
  db: Reader,
  { before, accountId }: { before: number; accountId?: string },
  limit: number,
): Promise<string[]> {
  const rows = db.selectFrom('unfinished_media').select('id').where('began_at', '<', before);
  const found = accountId === undefined ? rows : rows.where('account_id', '=', accountId);
  return (await found.orderBy('began_at').limit(limit).execute()).map(({ id }) => id);
}

export async function hasDue(db: Reader, now: number, unfinishedBefore: number): Promise<boolean> {
  const due = await db.selectFrom('media').select('id').where('check_at', '<=', now).limit(1).execute();
  return due.length > 0 || (await selectUnfinishedMedia(db, { before: unfinishedBefore }, 1)).length > 0;
}
