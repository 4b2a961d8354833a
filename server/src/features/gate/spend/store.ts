// Spend in the metadata store. Rows of spend are only ever added to, in one order for everybody, and adding takes
// their lock: what is read after it holds until the transaction ends.
import { sql } from 'kysely';
import { MINUTE_MS } from '#lib/clock';
import type { GateBudgetsTable, GatePoliciesTable, Reader, Writer } from '#metadata';
import { MAX_MICROS } from '../money.ts';
import { chunks } from '#lib/chunks';

export interface SpendKey {
  budgetId: string;
  generation: number;
  start: number;
}

export interface Addition extends SpendKey {
  micros: number;
}

export interface SpendRow extends SpendKey {
  spentMicros: number;
  addedMicros: number;
  reconciledAt: number | null;
}

const inOrder = (left: SpendKey, right: SpendKey): number =>
  left.budgetId === right.budgetId
    ? left.generation - right.generation || left.start - right.start
    : left.budgetId < right.budgetId
      ? -1
      : 1;

/** Each key once. The rows are locked from here on. */
export async function addSpend(db: Writer, additions: readonly Addition[]): Promise<SpendRow[]> {
  const rows: SpendRow[] = [];
  for (const some of chunks(additions.toSorted(inOrder))) {
    const added = await db
      .insertInto('gate_spend')
      .values(
        some.map(({ budgetId, generation, start, micros }) => ({
          budget_id: budgetId,
          generation,
          period_start: start,
          spent_micros: micros,
          added_micros: micros,
          reconciled_at: null,
          reconciled_added_micros: 0,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['budget_id', 'generation', 'period_start']).doUpdateSet({
          spent_micros: capped(sql`gate_spend.spent_micros + excluded.spent_micros`),
          added_micros: capped(sql`gate_spend.added_micros + excluded.added_micros`),
        }),
      )
      .returning(['budget_id', 'generation', 'period_start', 'spent_micros', 'added_micros', 'reconciled_at'])
      .execute();
    rows.push(...added.map(spendRow));
  }
  return rows;
}

const capped = (sum: ReturnType<typeof sql>) =>
  sql<number>`case when ${sum} > ${sql.lit(MAX_MICROS)} then ${sql.lit(MAX_MICROS)} else ${sum} end`;

const spendRow = (row: {
  budget_id: string;
  generation: number;
  period_start: number;
  spent_micros: number;
  added_micros: number;
  reconciled_at: number | null;
}): SpendRow => ({
  budgetId: row.budget_id,
  generation: row.generation,
  start: row.period_start,
  spentMicros: row.spent_micros,
  addedMicros: row.added_micros,
  reconciledAt: row.reconciled_at,
});

/** Of periods from `since` on. */
export async function selectSpend(
  db: Reader,
  budgetIds: readonly string[],
  since: number,
): Promise<SpendRow[]> {
  const rows: SpendRow[] = [];
  for (const some of chunks(budgetIds)) {
    const found = await db
      .selectFrom('gate_spend')
      .select(['budget_id', 'generation', 'period_start', 'spent_micros', 'added_micros', 'reconciled_at'])
      .where('budget_id', 'in', some)
      .where('period_start', '>=', since)
      .execute();
    rows.push(...found.map(spendRow));
  }
  return rows;
}

export interface Counted extends SpendKey {
  /** What the records said. */
  micros: number;
  /** `addedMicros` from before they were asked. */
  addedBefore: number;
  askedAt: number;
  /** They may have lost the beginning of the period: what is known already is not taken back. */
  atLeast: boolean;
}

/** An answer that seems older than this is not: the clock was set back. */
const LONGEST_QUESTION_MS = 10 * MINUTE_MS;

/** What the records said, and what was added while they were asked. An answer that is older than the last one does not count. */
export async function setSpend(db: Writer, counted: readonly Counted[]): Promise<void> {
  for (const { budgetId, generation, start, micros, addedBefore, askedAt, atLeast } of counted.toSorted(
    inOrder,
  )) {
    const told = sql`cast(${micros} as bigint) + (added_micros - cast(${addedBefore} as bigint))`;
    await db
      .updateTable('gate_spend')
      .set({
        spent_micros: atLeast
          ? sql<number>`case when spent_micros > ${told} then spent_micros else ${told} end`
          : sql<number>`${told}`,
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

/** The records are to be asked again about all budgets of an account, and no answer of before `now` counts. */
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

/** Accounts with a budget, by id, `limit` of them. */
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

/** Spend of these budgets that nothing was added to since the records were asked, not before `since`. */
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

/** Of periods that are long over, and of budgets that are not there any more. */
export async function forgetSpend(db: Writer, before: number): Promise<void> {
  await db.deleteFrom('gate_spend').where('period_start', '<', before).execute();
  await db
    .deleteFrom('gate_spend')
    .where('budget_id', 'not in', (eb) => eb.selectFrom('gate_budgets').select('id'))
    .execute();
}

/** Holds that are also of other budgets stay. */
export async function deleteSpendOf(db: Writer, budgetId: string): Promise<void> {
  await db.deleteFrom('gate_spend').where('budget_id', '=', budgetId).execute();
  await db.deleteFrom('gate_held').where('budget_id', '=', budgetId).execute();
}
