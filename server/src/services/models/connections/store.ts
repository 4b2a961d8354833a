import { sql } from 'kysely';
import type { ModelConnectionsTable, Reader, Writer } from '#metadata';

export type ConnectionRow = ModelConnectionsTable;
type ConnectionChanges = Partial<Omit<ConnectionRow, 'id' | 'account_id' | 'version' | 'created_at'>>;

/** Oldest first. */
export const selectConnections = (db: Reader, accountId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const selectConnection = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

export const selectDefaultConnection = (db: Reader, accountId: string): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('is_default', '=', 1)
    .executeTakeFirst();

/** The default connection if it has an embedding model, else the oldest that has one. */
export const selectEmbeddingConnection = (
  db: Reader,
  accountId: string,
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('embedding_model', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** An update that changes nothing locks the row on both engines. */
export const lockConnection = (
  db: Writer,
  accountId: string,
  id: string,
): Promise<ConnectionRow | undefined> =>
  db
    .updateTable('model_connections')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const insertConnection = (db: Writer, row: ConnectionRow) =>
  db.insertInto('model_connections').values(row).execute();

export const updateConnection = (db: Writer, accountId: string, id: string, changes: ConnectionChanges) =>
  db
    .updateTable('model_connections')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Does not change the version, because a client needs none of these columns. */
export const noteConnectionTest = (
  db: Writer,
  accountId: string,
  id: string,
  test: Pick<ConnectionRow, 'tested_at' | 'test_fault'>,
) =>
  db
    .updateTable('model_connections')
    .set(test)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

export const clearDefaultConnection = (db: Writer, accountId: string) =>
  db
    .updateTable('model_connections')
    .set({ is_default: 0 })
    .where('account_id', '=', accountId)
    .where('is_default', '=', 1)
    .execute();

export async function deleteConnectionRow(db: Writer, accountId: string, id: string): Promise<void> {
  await db
    .deleteFrom('model_connection_spend')
    .where('account_id', '=', accountId)
    .where('connection_id', '=', id)
    .execute();
  await db.deleteFrom('model_connections').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export const selectSealedModelKeys = (db: Reader) =>
  db.selectFrom('model_connections').select(['id', 'api_key']).where('api_key', 'is not', null).execute();

export const updateSealedModelKey = (db: Writer, id: string, sealed: string) =>
  db.updateTable('model_connections').set({ api_key: sealed }).where('id', '=', id).execute();

export const selectConnectionSpend = (db: Reader, accountId: string, periods: readonly string[]) =>
  db
    .selectFrom('model_connection_spend')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('period', 'in', periods)
    .execute();

/**
 * False if the budget is not sufficient, or if the connection was deleted; nothing has changed then. The limit
 * is read in the same statement, so a changed budget applies to the next request.
 */
export async function holdConnectionSpend(
  db: Writer,
  connection: Pick<ConnectionRow, 'id' | 'account_id'>,
  period: string,
  column: 'day_budget_micros' | 'month_budget_micros',
  micros: number,
): Promise<boolean> {
  const wanted = sql`cast(${micros} as bigint)`;
  const limit = sql.ref(`model_connections.${column}`);
  const { rows } = await sql`
    insert into model_connection_spend (connection_id, account_id, period, spent_micros, held_micros)
    select id, account_id, cast(${period} as text), 0, ${wanted} from model_connections
    where id = ${connection.id} and account_id = ${connection.account_id}
      and (${limit} is null or ${wanted} <= ${limit})
    on conflict (connection_id, period)
    do update set held_micros = model_connection_spend.held_micros + excluded.held_micros
    where model_connection_spend.spent_micros + model_connection_spend.held_micros + excluded.held_micros
      <= coalesce((select ${limit} from model_connections where id = ${connection.id}), ${Number.MAX_SAFE_INTEGER})
    returning connection_id`.execute(db);
  return rows.length > 0;
}

export const moveConnectionSpend = (
  db: Writer,
  { id, account_id }: Pick<ConnectionRow, 'id' | 'account_id'>,
  periods: readonly string[],
  by: { spent: number; held: number },
) =>
  db
    .updateTable('model_connection_spend')
    .set((eb) => ({
      spent_micros: eb('spent_micros', '+', by.spent),
      held_micros: eb('held_micros', '+', by.held),
    }))
    .where('account_id', '=', account_id)
    .where('connection_id', '=', id)
    .where('period', 'in', periods)
    .execute();

/** Only days; months are few and are kept. */
export const forgetConnectionDays = (db: Writer, beforeDay: string) =>
  db
    .deleteFrom('model_connection_spend')
    .where('period', '<', beforeDay)
    .where('period', 'like', '____-__-__')
    .execute();
