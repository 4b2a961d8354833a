// Spending within the budget: what work may cost at most is held before it begins, and the true cost is counted when it is
// known. Parallel work cannot overspend, because holding is one conditional update of the month's row.
import { randomUUID } from 'node:crypto';
import { AppError } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS, nextUtcMonthStart, utcMonth } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { usd } from './money.ts';
import { budgetSentences } from './sentences.ts';
import { budgetOf } from './show.ts';
import {
  deleteReservation,
  holdSpend,
  insertReservation,
  moveSpend,
  selectFigures,
  type Hold,
} from './store.ts';

export type BudgetContext = Pick<Context, 'metadata' | 'clock' | 'account'>;

export interface Reservation {
  id: string;
  micros: number;
  /** `YYYY-MM`: the month that pays, also when the work ends in the next one. */
  month: string;
}

/** Longer than a call of a model with all its retries takes. */
const VALID_MS = 15 * MINUTE_MS;

/**
 * Holds `micros` of the budget, for one call or for many. Settle or release it: one that is left alone counts as spent in full
 * after `validMs`, because the money may be gone at the vendor. Throws 429 `budget_exhausted` when there is not as much left.
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
  const hold: Hold = {
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
    // First, and undone with everything else: so the row that all spenders want is locked for its own update only.
    await insertReservation(db, hold);
    if (!(await holdSpend(db, hold, mayChoose))) throw await exhausted(db, account, hold);
  });
  return { id: hold.id, micros, month: hold.month };
}

/** False when it was settled or released before: then nothing changes. What is above the reserved amount is counted as well. */
export async function settle(
  ctx: BudgetContext,
  reservation: Reservation,
  actualMicros: number,
): Promise<boolean> {
  requireMicros(actualMicros);
  const { metadata, account } = ctx;
  return metadata.transaction(async (db) => {
    const open = await deleteReservation(db, account.id, reservation.id);
    if (!open) return false;
    // One that ran out was counted in full; whoever settles it late knows better.
    const counted = open.charged === 1 ? open.micros : 0;
    await moveSpend(db, account.id, open.month, {
      spent: actualMicros - counted,
      held: counted - open.micros,
    });
    return true;
  });
}

/** For work that was never begun, or cost nothing. */
export const release = (ctx: BudgetContext, reservation: Reservation): Promise<boolean> =>
  settle(ctx, reservation, 0);

function requireMicros(micros: number): void {
  if (Number.isSafeInteger(micros) && micros >= 0) return;
  throw new RangeError(`An amount is a whole number of micro-dollars; got ${micros}.`);
}

async function exhausted(
  db: Reader,
  account: Context['account'],
  { micros, month, created_at: now }: Hold,
): Promise<AppError> {
  const figures = await selectFigures(db, account.id, month, now);
  return new AppError(
    'too_many_requests',
    'budget_exhausted',
    budgetSentences.say('budget_exhausted', {
      budgetUsd: usd(budgetOf(account, figures.chosen)),
      month,
      spentUsd: usd(figures.spent),
      heldUsd: usd(figures.held),
      neededUsd: usd(micros),
    }),
    { retryAfterSeconds: Math.ceil((nextUtcMonthStart(now) - now) / SECOND_MS) },
  );
}
