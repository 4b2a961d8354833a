// The spend of calls: the sum of known costs, and the number of calls whose cost is unknown.

export interface Spent {
  spentMicros: number;
  /** Calls without a price that used tokens. */
  unpricedCalls: number;
  unpricedTokens: number;
}

export const NOTHING: Spent = Object.freeze({ spentMicros: 0, unpricedCalls: 0, unpricedTokens: 0 });

export const isNothing = ({ spentMicros, unpricedCalls, unpricedTokens }: Spent): boolean =>
  spentMicros === 0 && unpricedCalls === 0 && unpricedTokens === 0;

export const plus = (left: Spent, right: Spent): Spent => ({
  spentMicros: left.spentMicros + right.spentMicros,
  unpricedCalls: left.unpricedCalls + right.unpricedCalls,
  unpricedTokens: left.unpricedTokens + right.unpricedTokens,
});

export const minus = (left: Spent, right: Spent): Spent => ({
  spentMicros: left.spentMicros - right.spentMicros,
  unpricedCalls: left.unpricedCalls - right.unpricedCalls,
  unpricedTokens: left.unpricedTokens - right.unpricedTokens,
});

/** As the store keeps it. Token counts may be fractions. */
export const rounded = (spent: Spent): Spent => ({
  spentMicros: Math.round(spent.spentMicros),
  unpricedCalls: spent.unpricedCalls,
  unpricedTokens: Math.round(spent.unpricedTokens),
});

/** Each at most this much. */
export const limited = (spent: Spent, most: number): Spent => ({
  spentMicros: Math.min(most, spent.spentMicros),
  unpricedCalls: Math.min(most, spent.unpricedCalls),
  unpricedTokens: Math.min(most, spent.unpricedTokens),
});
