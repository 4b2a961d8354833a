// The list in the metadata store.
import type { MergedCallsTable, Metadata, Reader, Writer } from '#metadata';

export type MergedRow = MergedCallsTable;

/** The first reason for a call stays. */
export const addMergedCalls = (metadata: Metadata, rows: readonly MergedRow[]) =>
  metadata.countingTransaction((db) =>
    db
      .insertInto('merged_calls')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account_id', 'call_id']).doNothing())
      .execute(),
  );

/** The newest first. */
export function selectMergedCalls(
  db: Reader,
  accountId: string,
  project: number | null,
  since: number,
  limit: number,
): Promise<MergedRow[]> {
  const all = db
    .selectFrom('merged_calls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('noted_at', '>=', since);
  const own = project === null ? all : all.where('project_number', '=', project);
  return own.orderBy('noted_at', 'desc').orderBy('call_id').limit(limit).execute();
}

/** Keeps the newest of the account. */
export async function cutMergedCalls(metadata: Metadata, accountId: string, kept: number): Promise<void> {
  const oldest = await metadata.reader
    .selectFrom('merged_calls')
    .select('noted_at')
    .where('account_id', '=', accountId)
    .orderBy('noted_at', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await metadata.countingTransaction((db) =>
    db
      .deleteFrom('merged_calls')
      .where('account_id', '=', accountId)
      .where('noted_at', '<=', oldest.noted_at)
      .execute(),
  );
}

export const forgetMergedCalls = (db: Writer, before: number) =>
  db.deleteFrom('merged_calls').where('noted_at', '<', before).execute();

/** After an erasure, no id of an erased record is left. */
export const forgetMergedOfAccount = (db: Writer, accountId: string) =>
  db.deleteFrom('merged_calls').where('account_id', '=', accountId).execute();

export const forgetMergedOfProject = (db: Writer, accountId: string, project: number) =>
  db
    .deleteFrom('merged_calls')
    .where('account_id', '=', accountId)
    .where('project_number', '=', project)
    .execute();
