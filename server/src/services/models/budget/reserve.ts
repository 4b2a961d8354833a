// Spending within the budget: the maximum cost of work is reserved before it starts, and the actual cost is
// recorded when it is known. Parallel work cannot overspend, because a reservation is one conditional update
// of the month's row.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS, utcMonth, utcMonthStart } from '#lib/clock';
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { say } from '../sentences.ts';
import { budgetOf } from './money.ts';
import { BudgetExhausted } from './exhausted.ts';
import {
  deleteReservation,
  holdSpend,
  insertReservation,
  moveSpend,
  selectFigures,
  type BudgetHold,
} from './store.ts';

export type BudgetContext = Pick<Context, 'metadata' | 'clock' | 'account'>;

export interface Reservation {
  id: string;
  micros: number;
  /** `YYYY-MM`: the month that pays, even if the work ends in the next one. */
  month: string;
}

/** Longer than a model call with all its retries. */
const VALID_MS = 15 * MINUTE_MS;

/**
 * Reserves `micros` of the budget, for one call or many. It must be settled or released: otherwise it counts
 * as spent in full after `validMs`, because the vendor may have charged it. Throws a 429 `budget_exhausted`
 * if the budget is not sufficient.
 */
export async function reserve(
  ctx: BudgetContext,
  micros: number,
  purpose: string,
  validMs = VALID_MS,
): Promise<Reservation> {
  requireMicros(micros);
  const { metadata, clock, account } = ctx;
  const now = clock.now();
  const hold: BudgetHold = {
    id: randomUUID(),
    account_id: account.id,
    month: utcMonth(now),
    micros,
    purpose,
    charged: 0,
    created_at: now,
    expires_at: now + validMs,
  };
  const mayChoose = account.plan.name !== 'free';
  await metadata.transaction(async (db) => {
    // Comes first and is rolled back with the rest, so that the row shared by all spenders is locked only for
    // its own update.
    await insertReservation(db, hold);
    if (!(await holdSpend(db, hold, mayChoose))) throw await exhausted(db, account, hold);
  });
  return { id: hold.id, micros, month: hold.month };
}

/** Never below 0. Current reservations are not subtracted. */
export async function leftOfMonth({ metadata, clock, account }: BudgetContext): Promise<number> {
  const now = clock.now();
  const { chosen, spent } = await selectFigures(metadata.reader, account.id, utcMonth(now), now);
  return Math.max(0, budgetOf(account, chosen) - spent);
}

/**
 * False if it was settled or released before; nothing changes then. Costs above the reservation count as
 * well.
 */
export async function settleReservation(
  ctx: BudgetContext,
  reservation: Reservation,
  actualMicros: number,
): Promise<boolean> {
  requireMicros(actualMicros);
  const { metadata, account } = ctx;
  return metadata.transaction(async (db) => {
    const open = await deleteReservation(db, account.id, reservation.id);
    if (!open) return false;
    // An expired reservation was counted in full; a late settlement corrects it.
    const counted = open.charged === 1 ? open.micros : 0;
    await moveSpend(db, account.id, open.month, {
      spent: actualMicros - counted,
      held: counted - open.micros,
    });
    return true;
  });
}

/** For work that was never started or cost nothing. */
export const release = (ctx: BudgetContext, reservation: Reservation): Promise<boolean> =>
  settleReservation(ctx, reservation, 0);

function requireMicros(micros: number): void {
  if (Number.isSafeInteger(micros) && micros >= 0) return;
  throw new RangeError(`An amount is a whole number of micro-dollars; got ${micros}.`);
}

async function exhausted(
  db: Reader,
  account: Context['account'],
  { micros, month, created_at: now }: BudgetHold,
): Promise<BudgetExhausted> {
  const figures = await selectFigures(db, account.id, month, now);
  return new BudgetExhausted(
    say('budget_exhausted', {
      budgetUsd: usd(budgetOf(account, figures.chosen)),
      month,
      spentUsd: usd(figures.spent),
      heldUsd: usd(figures.held),
      neededUsd: usd(micros),
    }),
    Math.ceil((utcMonthStart(now, 1) - now) / SECOND_MS),
  );
}
