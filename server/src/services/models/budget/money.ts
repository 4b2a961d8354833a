// Amounts of the budget, in micro-dollars (lib/money.ts).
import { MICROS_PER_USD } from '#lib/money';
import type { Context } from '#core/context';

export const MIN_USD = 5;
export const MAX_BUDGET_USD = 500;
export const DEFAULT_USD = 5;

const MICROS_PER_CENT = 10_000;

export const DEFAULT_MICROS = DEFAULT_USD * MICROS_PER_USD;

/**
 * Null for anything but whole cents. 5.1 has no exact double, so the check compares with the parsed two-digit
 * decimal; a remainder by 0.01 would not work.
 */
export const microsOfCents = (amount: number): number | null =>
  Number(amount.toFixed(2)) === amount ? Math.round(amount * 100) * MICROS_PER_CENT : null;

/** Only paid plans can choose a budget. A chosen one applies again after an upgrade. */
export const budgetOf = (account: Context['account'], chosen: number | null): number =>
  account.plan.name === 'free' ? DEFAULT_MICROS : (chosen ?? DEFAULT_MICROS);
