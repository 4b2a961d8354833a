import { sql } from 'kysely';
import type { LlmReservationsTable, MetadataKind, Reader, Writer } from '#metadata';
import { DEFAULT_MICROS } from './money.ts';

export type BudgetHold = LlmReservationsTable;

interface Figures {
  /** Null if none was chosen. */
  chosen: number | null;
  /** Includes expired reservations, swept or not. */
  spent: number;
  held: number;
}

/** One statement, because a sweep between two could move an amount from one figure to the other. */
export async function selectFigures(
  db: Reader,
  accountId: string,
  month: string,
  now: number,
): Promise<Figures> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('llm_budgets', 'llm_budgets.account_id', 'accounts.id')
    .leftJoin('llm_spend', (join) =>
      join.onRef('llm_spend.account_id', '=', 'accounts.id').on('llm_spend.month', '=', month),
    )
    .select((eb) => [
      'llm_budgets.budget_micros as chosen',
      eb.fn.coalesce('llm_spend.spent_micros', eb.val(0)).as('spent'),
      eb.fn.coalesce('llm_spend.held_micros', eb.val(0)).as('held'),
      eb
        .selectFrom('llm_reservations')
        .select((inner) =>
          inner.fn.coalesce(inner.fn.sum<number>('llm_reservations.micros'), inner.val(0)).as('micros'),
        )
        .whereRef('llm_reservations.account_id', '=', 'accounts.id')
        .where('llm_reservations.month', '=', month)
        .where('llm_reservations.charged', '=', 0)
        .where('llm_reservations.expires_at', '<=', now)
        .as('lapsed'),
    ])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const lapsed = row.lapsed ?? 0;
  return { chosen: row.chosen, spent: row.spent + lapsed, held: row.held - lapsed };
}

export const upsertBudget = (db: Writer, accountId: string, micros: number, now: number) =>
  db
    .insertInto('llm_budgets')
    .values({ account_id: accountId, budget_micros: micros, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ budget_micros: micros, updated_at: now }),
    )
    .execute();

/**
 * False if the budget is not sufficient; nothing has changed then. Check and change are one statement, so each
 * caller sees what earlier callers took.
 */
export async function holdSpend(db: Writer, hold: BudgetHold, mayChoose: boolean): Promise<boolean> {
  const wanted = sql`cast(${hold.micros} as bigint)`;
  const limit = mayChoose
    ? sql`coalesce((select budget_micros from llm_budgets where account_id = ${hold.account_id}), ${DEFAULT_MICROS})`
    : sql`${DEFAULT_MICROS}`;
  const { rows } = await sql`
    insert into llm_spend (account_id, month, spent_micros, held_micros)
    select cast(${hold.account_id} as text), cast(${hold.month} as text), 0, ${wanted} where ${wanted} <= ${limit}
    on conflict (account_id, month) do update set held_micros = llm_spend.held_micros + excluded.held_micros
    where llm_spend.spent_micros + llm_spend.held_micros + excluded.held_micros <= ${limit}
    returning account_id`.execute(db);
  return rows.length > 0;
}

export const insertReservation = (db: Writer, hold: BudgetHold) =>
  db.insertInto('llm_reservations').values(hold).execute();

/** If two callers delete it at once, only one of them gets the row. */
export const deleteReservation = (db: Writer, accountId: string, id: string) =>
  db
    .deleteFrom('llm_reservations')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(['month', 'micros', 'charged'])
    .executeTakeFirst();

export const moveSpend = (
  db: Writer,
  accountId: string,
  month: string,
  by: { spent: number; held: number },
) =>
  db
    .updateTable('llm_spend')
    .set((eb) => ({
      spent_micros: eb('spent_micros', '+', by.spent),
      held_micros: eb('held_micros', '+', by.held),
    }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute();

/** Returns how many were charged, at most `limit`. Skips reservations that are being settled. */
export async function chargeExpired(
  db: Writer,
  kind: MetadataKind,
  now: number,
  limit: number,
): Promise<number> {
  const expired = await db
    .selectFrom('llm_reservations')
    .select(['id', 'account_id', 'month', 'micros'])
    .where('charged', '=', 0)
    .where('expires_at', '<=', now)
    .limit(limit)
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
  if (expired.length === 0) return 0;
  await db
    .updateTable('llm_reservations')
    .set({ charged: 1 })
    .where(
      'id',
      'in',
      expired.map((row) => row.id),
    )
    .execute();
  const months = Object.groupBy(expired, (row) => `${row.account_id} ${row.month}`);
  // A fixed order prevents deadlocks between two sweeps.
  for (const [, rows = []] of Object.entries(months).toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const micros = rows.reduce((sum, row) => sum + row.micros, 0);
    const [first] = rows;
    if (first) await moveSpend(db, first.account_id, first.month, { spent: micros, held: -micros });
  }
  return expired.length;
}

export const forgetCharged = (db: Writer, before: number) =>
  db.deleteFrom('llm_reservations').where('charged', '=', 1).where('expires_at', '<', before).execute();
