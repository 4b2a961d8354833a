// Spend in the metadata store. Rows are only added to, in one order for all processes. Adding locks the row,
// so what is read afterwards is valid until the transaction ends.
import { sql } from 'kysely';
import { MINUTE_MS } from '#lib/clock';
import type { GateBudgetsTable, GatePoliciesTable, GateSpendTable, Reader, Writer } from '#metadata';
import { MAX_MICROS } from '../money.ts';
import { chunks } from '#lib/chunks';
import type { Spent } from './spent.ts';

export interface SpendKey {
  budgetId: string;
  generation: number;
  start: number;
}

export interface Addition extends SpendKey {
  spent: Spent;
}

export interface SpendRow extends SpendKey {
  spent: Spent;
  added: Spent;
  reconciledAt: number | null;
}

const inOrder = (left: SpendKey, right: SpendKey): number =>
  left.budgetId === right.budgetId
    ? left.generation - right.generation || left.start - right.start
    : left.budgetId < right.budgetId
      ? -1
      : 1;

/** Each key must occur only once. Locks the rows. */
export async function addSpend(db: Writer, additions: readonly Addition[]): Promise<SpendRow[]> {
  const rows: SpendRow[] = [];
  for (const some of chunks(additions.toSorted(inOrder))) {
    const added = await db
      .insertInto('gate_spend')
      .values(
        some.map(({ budgetId, generation, start, spent }) => ({
          budget_id: budgetId,
          generation,
          period_start: start,
          spent_micros: spent.spentMicros,
          added_micros: spent.spentMicros,
          reconciled_at: null,
          reconciled_added_micros: 0,
          unpriced_calls: spent.unpricedCalls,
          unpriced_tokens: spent.unpricedTokens,
          added_unpriced_calls: spent.unpricedCalls,
          added_unpriced_tokens: spent.unpricedTokens,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['budget_id', 'generation', 'period_start']).doUpdateSet({
          spent_micros: capped(sql`gate_spend.spent_micros + excluded.spent_micros`),
          added_micros: capped(sql`gate_spend.added_micros + excluded.added_micros`),
          unpriced_calls: capped(sql`gate_spend.unpriced_calls + excluded.unpriced_calls`),
          unpriced_tokens: capped(sql`gate_spend.unpriced_tokens + excluded.unpriced_tokens`),
          added_unpriced_calls: capped(sql`gate_spend.added_unpriced_calls + excluded.added_unpriced_calls`),
          added_unpriced_tokens: capped(
            sql`gate_spend.added_unpriced_tokens + excluded.added_unpriced_tokens`,
          ),
        }),
      )
      .returning(SPEND_COLUMNS)
      .execute();
    rows.push(...added.map(spendRow));
  }
  return rows;
}

const capped = (sum: ReturnType<typeof sql>) =>
  sql<number>`case when ${sum} > ${sql.lit(MAX_MICROS)} then ${sql.lit(MAX_MICROS)} else ${sum} end`;

const SPEND_COLUMNS = [
  'budget_id',
  'generation',
  'period_start',
  'spent_micros',
  'added_micros',
  'unpriced_calls',
  'unpriced_tokens',
  'added_unpriced_calls',
  'added_unpriced_tokens',
  'reconciled_at',
] as const;

const spendRow = (row: Pick<GateSpendTable, (typeof SPEND_COLUMNS)[number]>): SpendRow => ({
  budgetId: row.budget_id,
  generation: row.generation,
  start: row.period_start,
  spent: {
    spentMicros: row.spent_micros,
    unpricedCalls: row.unpriced_calls,
    unpricedTokens: row.unpriced_tokens,
  },
  added: {
    spentMicros: row.added_micros,
    unpricedCalls: row.added_unpriced_calls,
    unpricedTokens: row.added_unpriced_tokens,
  },
  reconciledAt: row.reconciled_at,
});

/** Periods from `since` on. */
export async function selectSpend(
  db: Reader,
  budgetIds: readonly string[],
  since: number,
): Promise<SpendRow[]> {
  const rows: SpendRow[] = [];
  for (const some of chunks(budgetIds)) {
    const found = await db
      .selectFrom('gate_spend')
      .select(SPEND_COLUMNS)
      .where('budget_id', 'in', some)
      .where('period_start', '>=', since)
      .execute();
    rows.push(...found.map(spendRow));
  }
  return rows;
}

export interface Counted extends SpendKey {
  /** The sums in the records. */
  spent: Spent;
  /** `added` before the query. */
  addedBefore: Spent;
  askedAt: number;
  /** Retention may have deleted the start of the period, so the known spend is not lowered. */
  atLeast: boolean;
}

/** A result that seems older than this is not old: the clock was set back. */
const LONGEST_QUESTION_MS = 10 * MINUTE_MS;

/** Stores the result of a query and what was added meanwhile. A result older than the last one is ignored. */
export async function setSpend(db: Writer, counted: readonly Counted[]): Promise<void> {
  for (const { budgetId, generation, start, spent, addedBefore, askedAt, atLeast } of counted.toSorted(
    inOrder,
  )) {
    // With what was added meanwhile.
    const told = (column: string, added: string, kind: keyof Spent) => {
      const sum = sql`cast(${spent[kind]} as bigint) + (${sql.ref(added)} - cast(${addedBefore[kind]} as bigint))`;
      return atLeast
        ? sql<number>`case when ${sql.ref(column)} > ${sum} then ${sql.ref(column)} else ${sum} end`
        : sql<number>`${sum}`;
    };
    await db
      .updateTable('gate_spend')
      .set({
        spent_micros: told('spent_micros', 'added_micros', 'spentMicros'),
        unpriced_calls: told('unpriced_calls', 'added_unpriced_calls', 'unpricedCalls'),
        unpriced_tokens: told('unpriced_tokens', 'added_unpriced_tokens', 'unpricedTokens'),
        reconciled_at: askedAt,
        reconciled_added_micros: sql<number>`added_micros`,
      })
      .where('budget_id', '=', budgetId)
      .where('generation', '=', generation)
      .where('period_start', '=', start)
      .where((eb) =>
        eb.or([
          eb('reconciled_at', 'is', null),
          eb('reconciled_at', '<=', askedAt),
          eb('reconciled_at', '>', askedAt + LONGEST_QUESTION_MS),
        ]),
      )
      .execute();
  }
}

/** Requests a new query for all budgets of an account. Results from before `now` are ignored. */
export const outdateSpend = (db: Writer, accountId: string, now: number) =>
  db
    .updateTable('gate_spend')
    .set({ reconciled_at: now, reconciled_added_micros: -1 })
    .where('reconciled_at', 'is not', null)
    .where('budget_id', 'in', (eb) =>
      eb.selectFrom('gate_budgets').select('id').where('account_id', '=', accountId),
    )
    .execute();

export const selectBudgetRows = (db: Reader, accountId: string): Promise<GateBudgetsTable[]> =>
  db
    .selectFrom('gate_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const selectPolicyRows = (db: Reader, accountId: string): Promise<GatePoliciesTable[]> =>
  db.selectFrom('gate_policies').selectAll().where('account_id', '=', accountId).execute();

/** Accounts with a budget, by id, at most `limit`. */
export async function selectBudgetedAccounts(db: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gate_budgets')
    .select('account_id')
    .distinct()
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Spend of these budgets without additions since the last query, not before `since`. */
export async function selectSettledSpend(
  db: Reader,
  budgetIds: readonly string[],
  since: number,
): Promise<SpendKey[]> {
  const rows = await db
    .selectFrom('gate_spend')
    .select(['budget_id', 'generation', 'period_start'])
    .where('budget_id', 'in', budgetIds)
    .where('reconciled_at', '>=', since)
    .whereRef('reconciled_added_micros', '=', 'added_micros')
    .execute();
  return rows.map((row) => ({
    budgetId: row.budget_id,
    generation: row.generation,
    start: row.period_start,
  }));
}

/** Deletes spend of old periods and of deleted budgets. */
export async function forgetSpend(db: Writer, before: number): Promise<void> {
  await db.deleteFrom('gate_spend').where('period_start', '<', before).execute();
  await db
    .deleteFrom('gate_spend')
    .where('budget_id', 'not in', (eb) => eb.selectFrom('gate_budgets').select('id'))
    .execute();
}

/** Keeps holds that also belong to other budgets. */
export async function deleteSpendOf(db: Writer, budgetId: string): Promise<void> {
  await db.deleteFrom('gate_spend').where('budget_id', '=', budgetId).execute();
  await db.deleteFrom('gate_held').where('budget_id', '=', budgetId).execute();
}
