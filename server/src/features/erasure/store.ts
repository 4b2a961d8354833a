import { isoTime } from '#lib/clock';
import { beyond, type Page, type Position } from '#core/paging';
import type { ErasuresTable, Reader, Writer } from '#metadata';
import type { Erasure, ErasureKind } from './schemas.ts';

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

export const presentErasure = (row: ErasuresTable): Erasure => ({
  id: row.id,
  kind: row.kind as ErasureKind,
  digest: row.digest,
  projectId: row.project_id,
  status: row.status,
  found: row.found,
  erased: row.erased,
  error: row.error,
  requestedBy: row.requested_by,
  createdAt: isoTime(row.created_at),
  startedAt: timeOrNull(row.started_at),
  finishedAt: timeOrNull(row.finished_at),
});

export const insertErasure = (db: Writer, row: ErasuresTable) =>
  db.insertInto('erasures').values(row).execute();

const erasuresOf = (db: Reader, accountId: string, projectId: string | null) =>
  db
    .selectFrom('erasures')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId));

/** Newest first. */
export const selectErasures = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  { after, limit }: Page<Position>,
): Promise<ErasuresTable[]> =>
  erasuresOf(db, accountId, projectId)
    .$if(after !== null, (query) => query.where(beyond('created_at', 'id', '<', after ?? [0, ''])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const selectErasure = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: string,
): Promise<ErasuresTable | undefined> =>
  erasuresOf(db, accountId, projectId).where('id', '=', id).executeTakeFirst();

export async function countUnfinished(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('erasures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function selectErased(db: Reader, id: string): Promise<number> {
  const row = await db.selectFrom('erasures').select('erased').where('id', '=', id).executeTakeFirst();
  return row?.erased ?? 0;
}

export const updateErasure = (db: Writer, id: string, changes: Partial<ErasuresTable>) =>
  db.updateTable('erasures').set(changes).where('id', '=', id).execute();
