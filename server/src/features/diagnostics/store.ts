import type { Reader } from '#metadata';

/** Names of the account's keys by id; with a project, only of keys bound to it. */
export async function selectKeyNames(
  db: Reader,
  accountId: string,
  projectId: string | null,
): Promise<Map<string, string>> {
  const all = db.selectFrom('api_keys').select(['id', 'name']).where('account_id', '=', accountId);
  const rows = await (projectId === null ? all : all.where('project_id', '=', projectId)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
