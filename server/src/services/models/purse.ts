// Who pays for a model call: the LLM-feature budget of the account, or the budget of a connection.
import { leftOfMonth, reserve, settleReservation, type BudgetContext } from './budget/reserve.ts';

/** A reserved amount. It must be settled once, with 0 if nothing was spent. */
export interface SetAside {
  micros: number;
  settle: (actualMicros: number) => Promise<unknown>;
}

export interface Purse {
  /** Callers with the same key share reservations. */
  key: string;
  /** Whether calls without a known price are refused, because a limit could not be kept. */
  needsPrice: boolean;
  /** The amounts left for this month and this day; null without a limit. */
  left: () => Promise<{ monthMicros: number | null; dayMicros: number | null }>;
  /** Throws a 429 `budget_exhausted` if the budget is not sufficient. */
  reserve: (micros: number, purpose: string, validMs: number) => Promise<SetAside>;
}

export const accountPurse = (ctx: BudgetContext): Purse => ({
  key: ctx.account.id,
  needsPrice: false,
  left: async () => ({ monthMicros: await leftOfMonth(ctx), dayMicros: null }),
  reserve: async (micros, purpose, validMs) => {
    const reservation = await reserve(ctx, micros, purpose, validMs);
    return { micros, settle: (actual) => settleReservation(ctx, reservation, actual) };
  },
});
