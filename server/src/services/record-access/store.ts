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

/** Versions with one of these names and one of these numbers. */
export const selectNumbers = (
  db: Reader,
  accountId: string,
  names: readonly string[],
  numbers: readonly number[],
): Promise<{ id: number; name: string; number: number }[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'name', 'number'])
    .where('account_id', '=', accountId)
    .where('name', 'in', names)
    .where('number', 'in', numbers)
    .execute();
