import { chunks } from '#lib/chunks';
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

export async function deleteDraftsOfCalls(
  db: Writer,
  accountId: string,
  callIds: readonly string[],
): Promise<void> {
  for (const ids of chunks(callIds, IDS_AT_ONCE))
    await db
      .deleteFrom('playground_drafts')
      .where('account_id', '=', accountId)
      .where('source_call_id', 'in', ids)
      .execute();
}

/** For an account that no longer stores content: what people wrote themselves stays. */
export const deleteDraftsOfContent = (db: Writer, accountId: string) =>
  db
    .deleteFrom('playground_drafts')
    .where('account_id', '=', accountId)
    .where('source_call_id', 'is not', null)
    .execute();

export const deleteDraftsOfProject = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('playground_drafts')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();
