// The budget of a connection: before a request, its maximum cost is reserved in its day and its month; after
// it, the actual cost is recorded. Check and change are one statement per period, so parallel requests cannot
// overspend. A reservation of a dead process counts in full until the period ends.
import { AppError } from '#lib/app-error';
import { DAY_MS, SECOND_MS, utcDay, utcMonth, utcMonthStart } from '#lib/clock';
import { usd } from '#lib/money';
import type { Reader } from '#metadata';
import { BudgetExhausted } from '../budget/exhausted.ts';
import type { BudgetContext } from '../budget/reserve.ts';
import type { Purse } from '../purse.ts';
import { say } from '../sentences.ts';
import {
  holdConnectionSpend,
  moveConnectionSpend,
  selectConnection,
  selectConnectionSpend,
  type ConnectionRow,
} from './store.ts';

const PERIODS = [
  { period: 'day', column: 'day_budget_micros', of: utcDay },
  { period: 'month', column: 'month_budget_micros', of: utcMonth },
] as const;

type Period = (typeof PERIODS)[number]['period'];

export const connectionPurse = (ctx: BudgetContext, connection: ConnectionRow): Purse => ({
  key: connection.id,
  needsPrice: connection.day_budget_micros !== null || connection.month_budget_micros !== null,
  left: async () => {
    const spent = await connectionSpendOf(ctx.metadata.reader, connection.account_id, ctx.clock.now());
    const left = (limit: number | null, period: Period): number | null =>
      limit === null ? null : Math.max(0, limit - (spent.get(connection.id)?.[period].spent ?? 0));
    return {
      monthMicros: left(connection.month_budget_micros, 'month'),
      dayMicros: left(connection.day_budget_micros, 'day'),
    };
  },
  reserve: async (micros) => {
    const { metadata, clock } = ctx;
    const now = clock.now();
    await metadata.transaction(async (db) => {
      for (const { period, column, of } of PERIODS)
        if (!(await holdConnectionSpend(db, connection, of(now), column, micros)))
          throw await exhausted(db, connection, period, micros, now);
    });
    const periods = PERIODS.map(({ of }) => of(now));
    const settle = (spent: number) =>
      metadata.transaction((db) => moveConnectionSpend(db, connection, periods, { spent, held: -micros }));
    return { micros, settle };
  },
});

async function exhausted(
  db: Reader,
  { id, account_id: accountId, name }: ConnectionRow,
  period: Period,
  micros: number,
  now: number,
): Promise<AppError> {
  const connection = await selectConnection(db, accountId, id);
  if (!connection)
    return new AppError('not_found', 'not_found', `The model connection “${name}” was deleted.`);
  const spent = (await connectionSpendOf(db, accountId, now)).get(id)?.[period] ?? NOTHING;
  const limit = period === 'day' ? connection.day_budget_micros : connection.month_budget_micros;
  const ends = period === 'day' ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : utcMonthStart(now, 1);
  return new BudgetExhausted(
    say('connection_budget_exhausted', {
      name,
      budgetUsd: usd(limit ?? 0),
      period,
      spentUsd: usd(spent.spent),
      heldUsd: usd(spent.held),
      neededUsd: usd(micros),
    }),
    Math.ceil((ends - now) / SECOND_MS),
  );
}

interface Spent {
  spent: number;
  held: number;
}
const NOTHING: Spent = { spent: 0, held: 0 };

/** This day and this month, by connection. */
export async function connectionSpendOf(
  db: Reader,
  accountId: string,
  now: number,
): Promise<Map<string, Record<Period, Spent>>> {
  const [day, month] = [utcDay(now), utcMonth(now)];
  const all = new Map<string, Record<Period, Spent>>();
  for (const row of await selectConnectionSpend(db, accountId, [day, month])) {
    const of = all.getOrInsertComputed(row.connection_id, () => ({ day: NOTHING, month: NOTHING }));
    of[row.period === day ? 'day' : 'month'] = { spent: row.spent_micros, held: row.held_micros };
  }
  return all;
}
