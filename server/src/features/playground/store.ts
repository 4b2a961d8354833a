import { chunks } from '#lib/chunks';
import type { Erased } from '#core/hooks';
import type { PlaygroundDraftsTable, Reader, Writer } from '#metadata';

/** Few enough for the parameters of one statement. */
const IDS_AT_ONCE = 500;

/** `projectId` null means all projects of the account. */
export const selectPlaygroundDraft = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: string,
  since: number,
): Promise<PlaygroundDraftsTable | undefined> =>
  db
    .selectFrom('playground_drafts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('created_at', '>=', since)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .executeTakeFirst();

export async function countPlaygroundDrafts(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('playground_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertPlaygroundDraft = (db: Writer, row: PlaygroundDraftsTable) =>
  db.insertInto('playground_drafts').values(row).execute();

export const deleteEarlierDrafts = (db: Writer, accountId: string, before: number) =>
  db
    .deleteFrom('playground_drafts')
    .where('account_id', '=', accountId)
    .where('created_at', '<', before)
    .execute();

export async function deleteDraftsOfErased(
  db: Writer,
  accountId: string,
  { projectId, callIds, traceIds }: Pick<Erased, 'projectId' | 'callIds' | 'traceIds'>,
): Promise<void> {
  const own = db.deleteFrom('playground_drafts').where('account_id', '=', accountId);
  for (const ids of chunks(callIds, IDS_AT_ONCE)) await own.where('source_call_id', 'in', ids).execute();
  // Another project may use the same trace id.
  const near =
    projectId === null
      ? own
      : own.where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)]));
  for (const ids of chunks(traceIds, IDS_AT_ONCE)) await near.where('source_trace_id', 'in', ids).execute();
}

/** For an account that no longer stores content: what people wrote themselves stays. */
export const deleteDraftsOfContent = (db: Writer, accountId: string) =>
  db
    .deleteFrom('playground_drafts')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('source_call_id', 'is not', null), eb('source_trace_id', 'is not', null)]))
    .execute();

export const deleteDraftsOfProject = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('playground_drafts')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();
