import { sql } from 'kysely';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Actor, KeyScope } from '#core/access/actor';
import { beyond, type Page, type Position } from '#core/paging';
import type { ApiKeysTable, Metadata, Reader, Writer } from '#metadata';
import type { ApiKey } from './schemas.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : isoTime(ms));

export const presentKey = (row: ApiKeysTable): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as KeyScope[]),
  projectId: row.project_id,
  expiresAt: timeOrNull(row.expires_at),
  lastUsedAt: timeOrNull(row.last_used_at),
  createdAt: isoTime(row.created_at),
});

/** Oldest first. */
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

export async function hasKey(db: Reader, accountId: string, id: string): Promise<boolean> {
  const key = db.selectFrom('api_keys').select('id').where('id', '=', id);
  return (await key.where('account_id', '=', accountId).executeTakeFirst()) !== undefined;
}

export const selectKey = (db: Reader, accountId: string, id: string): Promise<ApiKeysTable | undefined> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

export const endKeyBy = (db: Writer, accountId: string, id: string, at: number) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** Undefined if the account has no such key. */
export const deleteKey = (db: Writer, accountId: string, id: string) =>
  db
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['name', 'created_by'])
    .executeTakeFirst();

/** Keys made by a creator, directly or through other keys. */
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

/** Without keys expired at `now`. */
const liveMadeBy = (db: Reader, accountId: string, maker: string, now: number) =>
  madeBy(db, accountId, maker).where((row) =>
    row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]),
  );

/** Oldest first. With `liveAt`, only keys valid at that time. */
export function selectKeysMadeBy(
  db: Reader,
  accountId: string,
  maker: string,
  { after, limit }: Page<Position>,
  liveAt?: number,
): Promise<ApiKeysTable[]> {
  const all = liveAt === undefined ? madeBy(db, accountId, maker) : liveMadeBy(db, accountId, maker, liveAt);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** Returns the ids of the deleted keys. */
export async function deleteKeysMadeBy(db: Writer, accountId: string, maker: string): Promise<string[]> {
  const ids = (await madeBy(db, accountId, maker).execute()).map(({ id }) => id);
  for (const some of chunks(ids)) {
    await db.deleteFrom('api_keys').where('account_id', '=', accountId).where('id', 'in', some).execute();
  }
  return ids;
}

export async function selectLiveIdsMadeBy(
  db: Reader,
  accountId: string,
  maker: string,
  now: number,
): Promise<string[]> {
  return (await liveMadeBy(db, accountId, maker, now).execute()).map(({ id }) => id);
}

/** Reassigns the keys of one creator to another. */
export const reassignKeys = (db: Writer, accountId: string, from: string, to: string) =>
  db
    .updateTable('api_keys')
    .set({ created_by: to })
    .where('account_id', '=', accountId)
    .where('created_by', '=', from)
    .execute();

/** Saves now and then when keys were last used, for display. This is not an audited change. */
export async function rememberUse(metadata: Metadata, used: ReadonlyMap<string, number>): Promise<void> {
  if (used.size === 0) return;
  await metadata.transaction(async (db) => {
    for (const [id, at] of [...used].sort()) {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    }
  });
}

export async function hasSecret(db: Reader, hash: string): Promise<boolean> {
  const key = db.selectFrom('api_keys').select('id').where('secret_hash', '=', hash);
  return (await key.executeTakeFirst()) !== undefined;
}

/** Null if the person is not a member. */
export async function roleIn(db: Reader, accountId: string, userId: string): Promise<string | null> {
  const member = db.selectFrom('memberships').select('role').where('user_id', '=', userId);
  return (await member.where('account_id', '=', accountId).executeTakeFirst())?.role ?? null;
}

/** Whether the calling member or key still belongs to the account. */
export async function isStillThere(db: Reader, accountId: string, actor: Actor): Promise<boolean> {
  if (actor.type === 'user') return (await roleIn(db, accountId, actor.id)) !== null;
  if (actor.type !== 'key') return true;
  return hasKey(db, accountId, actor.id);
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
