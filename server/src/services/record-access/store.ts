import type { Reader } from '#metadata';
import type { KnownPrompt } from '#records';

/** The newest versions of prompts in the registry, of one name or of all. */
export function selectNewestVersions(
  db: Reader,
  accountId: string,
  name: string | null,
  limit: number,
): Promise<KnownPrompt[]> {
  let query = db.selectFrom('prompts').select(['id', 'name', 'version']).where('account_id', '=', accountId);
  if (name !== null) query = query.where('name', '=', name);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
