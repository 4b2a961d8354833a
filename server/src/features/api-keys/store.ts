import { isoTime } from '#lib/clock';
import type { Scope } from '#core/actor';
import { beyond, type Page, type Position } from '#core/paging';
import type { ApiKeysTable, Metadata, Reader, Writer } from '#metadata';
import type { ApiKey } from './schemas.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : isoTime(ms));

export const present = (row: ApiKeysTable): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as Scope[]),
  projectId: row.project_id,
  expiresAt: timeOrNull(row.expires_at),
  lastUsedAt: timeOrNull(row.last_used_at),
  createdAt: isoTime(row.created_at),
});

/** In the order in which they were made. */
export function selectKeys(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<ApiKeysTable[]> {
  const all = db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export const insertKey = (db: Writer, row: ApiKeysTable) => db.insertInto('api_keys').values(row).execute();

/** The name of the key that was deleted, or null when the account has none with this id. */
export async function deleteKey(db: Writer, accountId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** When keys were last used: written now and then, for people to see; not a change that anyone made. */
export async function rememberUse(metadata: Metadata, used: ReadonlyMap<string, number>): Promise<void> {
  if (used.size === 0) return;
  await metadata.transaction(async (db) => {
    for (const [id, at] of [...used].sort()) {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    }
  });
}

export async function hasProject(db: Reader, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
