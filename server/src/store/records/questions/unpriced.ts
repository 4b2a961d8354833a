// Calls without a price beside a sum of costs: their cost is unknown, and counts as 0.
import { UNPRICED } from './metrics.ts';

/** Columns of a sum over calls. */
export const UNPRICED_SUMS = `toFloat64(countIf(${UNPRICED})) AS unpriced_calls, sumIf(total_tokens, ${UNPRICED}) AS unpriced_tokens`;

export interface UnpricedRow {
  unpriced_calls: number;
  unpriced_tokens: number;
}

export interface UnpricedCalls {
  calls: number;
  tokens: number;
}

/** Nothing if all calls have a price. */
export const unpricedOf = ({
  unpriced_calls: calls,
  unpriced_tokens: tokens,
}: UnpricedRow): { unpriced?: UnpricedCalls } => (calls > 0 ? { unpriced: { calls, tokens } } : {});
