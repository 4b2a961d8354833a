import type { Context } from '#core/context';
import { DEFAULT_MICROS } from './money.ts';

/** Only paid plans can choose a budget. A chosen one applies again after an upgrade. */
export const budgetOf = (account: Context['account'], chosen: number | null): number =>
  account.plan.name === 'free' ? DEFAULT_MICROS : (chosen ?? DEFAULT_MICROS);
