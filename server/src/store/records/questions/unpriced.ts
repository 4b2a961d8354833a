// Calls without a price beside a sum of costs: their cost is unknown, and counts as 0.

const UNPRICED = `price_source = 'none' AND total_tokens > 0`;

/** Columns of a sum over calls. */
export const UNPRICED_SUMS = `toFloat64(countIf(${UNPRICED})) AS unpriced, sumIf(total_tokens, ${UNPRICED}) AS unpriced_tokens`;

export interface UnpricedRow {
  unpriced: number;
  unpriced_tokens: number;
}

export interface UnpricedCalls {
  calls: number;
  tokens: number;
}

/** Nothing if all calls have a price. */
export const unpricedOf = ({
  unpriced: calls,
  unpriced_tokens: tokens,
}: UnpricedRow): { unpriced?: UnpricedCalls } => (calls > 0 ? { unpriced: { calls, tokens } } : {});
