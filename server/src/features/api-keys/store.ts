import { sql } from 'kysely';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Actor, Scope } from '#core/actor';
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

/** Keys that somebody made, and keys that were made with those, and so on. */
const madeBy = (db: Reader, accountId: string, maker: string) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'id',
      'in',
      sql<string>`(
        with recursive made(id) as (
          select id from api_keys where account_id = ${accountId} and created_by = ${maker}
          union
          select child.id from api_keys child join made on made.id = child.created_by where child.account_id = ${accountId}
        )
        select id from made)`,
    );

/** In the order in which they were made. */
export function selectKeysMadeBy(
  db: Reader,
  accountId: string,
  maker: string,
  { after, limit }: Page<Position>,
): Promise<ApiKeysTable[]> {
  const all = madeBy(db, accountId, maker);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** Ids of the keys that are gone with it. */
export async function deleteKeysMadeBy(db: Writer, accountId: string, maker: string): Promise<string[]> {
  const ids = (await madeBy(db, accountId, maker).execute()).map(({ id }) => id);
  for (const some of chunks(ids)) {
    await db.deleteFrom('api_keys').where('account_id', '=', accountId).where('id', 'in', some).execute();
  }
  return ids;
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

/** Whether the member or the key that asked is of the account by now. */
export async function isStillThere(db: Reader, accountId: string, actor: Actor): Promise<boolean> {
  if (actor.type === 'user') {
    const member = db.selectFrom('memberships').select('user_id as id').where('user_id', '=', actor.id);
    return (await member.where('account_id', '=', accountId).executeTakeFirst()) !== undefined;
  }
  if (actor.type !== 'key') return true;
  const key = db.selectFrom('api_keys').select('id').where('id', '=', actor.id);
  return (await key.where('account_id', '=', accountId).executeTakeFirst()) !== undefined;
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
