// Versions of a dataset. Every change of items makes one. It costs the changed rows and a row that counts
// them; the other items are shared by all versions.
import type { Selectable } from 'kysely';
import { AppError } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import type { EvalDatasetsTable, EvalDatasetVersionsTable, Reader, Writer } from '#metadata';
import type { DatasetVersion } from './schemas.ts';
import type { ItemChanges } from './item.ts';
import { storeItemChanges, type NewItemRow } from './store.ts';

type VersionRow = Selectable<EvalDatasetVersionsTable>;

const MAX_VERSIONS = 1_000;
/** How often all items of a full dataset can be changed before the oldest versions are deleted. */
const MAX_CHANGES = 10;
const MIN_PAST_ITEMS = 1_000;
/** The oldest versions are looked for once in so many versions, or after a change of so many items. */
const LOOK_EVERY = 50;

/** Who changes a dataset, and with what. */
interface ItemWriter {
  keys: AccountKeys;
  now: number;
  /** Id of the user or key; null if the service does it. */
  by: string | null;
  /** Items of earlier versions that are kept. */
  mostPast: number;
}

export const itemWriter = (
  { account, actor, clock }: Pick<Context, 'account' | 'actor' | 'clock'>,
  keys: AccountKeys,
): ItemWriter => ({
  keys,
  now: clock.now(),
  by: actor.id,
  mostPast: Math.max(MIN_PAST_ITEMS, MAX_CHANGES * account.datasetItems),
});

/**
 * Stores the changes as a new version. Returns the row of the dataset, which is not stored yet; it is the
 * same if nothing changes. Call it in a transaction that has locked the account.
 */
export async function writeItems(
  db: Writer,
  row: EvalDatasetsTable,
  changes: ItemChanges,
  { keys, now, by, mostPast }: ItemWriter,
  made?: readonly NewItemRow[],
): Promise<EvalDatasetsTable> {
  const counts = {
    added: changes.added.length,
    changed: changes.changed.length,
    removed: changes.removed.length,
  };
  const moved = counts.changed + counts.removed;
  if (counts.added + moved === 0) return row;
  const after: EvalDatasetsTable = {
    ...row,
    version: row.version + 1,
    item_count: row.item_count + counts.added - counts.removed,
    last_item_id: Math.max(row.last_item_id, ...changes.added.slice(-1).map(({ id }) => id)),
    updated_at: now,
  };
  await storeItemChanges(db, keys, row.id, after.version, changes, made);
  await insertVersion(db, after, counts, by, now);
  if (moved >= LOOK_EVERY || after.version % LOOK_EVERY === 0) await forgetOldest(db, after, mostPast);
  return after;
}

export const insertVersion = (
  db: Writer,
  { id, version, item_count }: Pick<EvalDatasetsTable, 'id' | 'version' | 'item_count'>,
  counts: Pick<VersionRow, 'added' | 'changed' | 'removed'>,
  by: string | null,
  now: number,
) =>
  db
    .insertInto('eval_dataset_versions')
    .values({ dataset_id: id, version, item_count, ...counts, made_by: by, created_at: now })
    .execute();

async function forgetOldest(db: Writer, { id, version }: EvalDatasetsTable, mostPast: number): Promise<void> {
  const row = await db
    .selectFrom('eval_dataset_past_items')
    .select('until_version')
    .where('dataset_id', '=', id)
    .orderBy('until_version', 'desc')
    .offset(mostPast)
    .limit(1)
    .executeTakeFirst();
  const first = Math.max(row?.until_version ?? 0, version - MAX_VERSIONS + 1);
  await db
    .deleteFrom('eval_dataset_past_items')
    .where('dataset_id', '=', id)
    .where('until_version', '<=', first)
    .execute();
  await db
    .deleteFrom('eval_dataset_versions')
    .where('dataset_id', '=', id)
    .where('version', '<', first)
    .execute();
}

async function hasVersion(db: Reader, datasetId: number, version: number): Promise<boolean> {
  const row = await db
    .selectFrom('eval_dataset_versions')
    .select('version')
    .where('dataset_id', '=', datasetId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row !== undefined;
}

/** 404 if the version never existed or is not kept any more. */
export async function requireDatasetVersion(
  db: Reader,
  { id, version: current }: Pick<EvalDatasetsTable, 'id' | 'version'>,
  version: number,
): Promise<void> {
  if (version === current) return;
  if (await hasVersion(db, id, version)) return;
  throw new AppError(
    'not_found',
    'unknown_version',
    `There is no version ${version} of this dataset, or it is not kept any more.`,
  );
}

/** The version that was current at a time; null if there was none, or if it is not kept any more. */
export async function versionAt(
  db: Reader,
  { id }: Pick<EvalDatasetsTable, 'id'>,
  atMs: number,
): Promise<number | null> {
  const { newest } = await db
    .selectFrom('eval_dataset_versions')
    .select((eb) => eb.fn.max('version').as('newest'))
    .where('dataset_id', '=', id)
    .where('created_at', '<=', atMs)
    .executeTakeFirstOrThrow();
  return newest ?? null;
}

/** Newest first. */
export async function selectDatasetVersions(
  db: Reader,
  row: EvalDatasetsTable,
  { after, limit }: Page<number>,
): Promise<DatasetVersion[]> {
  const rows = await db
    .selectFrom('eval_dataset_versions')
    .selectAll()
    .where('dataset_id', '=', row.id)
    .where('version', '<', after ?? row.version + 1)
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(presentVersion);
}

const presentVersion = (row: VersionRow): DatasetVersion => ({
  version: row.version,
  itemCount: row.item_count,
  added: row.added,
  changed: row.changed,
  removed: row.removed,
  madeBy: row.made_by,
  createdAt: isoTime(row.created_at),
});
