// Amounts of the gate. Kept and compared in whole micro-dollars; US dollars only at the interface.

const MICROS_PER_USD = 1_000_000;

export const MAX_USD = 1_000_000_000;
/** Below what a double and both engines count exactly. */
export const MAX_MICROS = 9_000_000_000_000_000;

/** One division, so that the number is the one a person would write. */
export const usd = (micros: number): number => Math.round(micros) / MICROS_PER_USD;

/** Null for what is not a whole number of micro-dollars: rounded, a tiny limit would become one of zero. */
export function exactMicros(amount: number): number | null {
  const micros = Math.round(amount * MICROS_PER_USD);
  return micros / MICROS_PER_USD === amount ? micros : null;
}

/** What costs anything at all costs at least a micro-dollar. */
export const estimateMicros = (amount: number): number =>
  amount > 0 ? Math.min(MAX_MICROS, Math.max(1, Math.round(amount * MICROS_PER_USD))) : 0;

/** Of a call that was made, not rounded: a million calls of a tenth of a micro-dollar are money. */
export const costMicros = (amount: number): number =>
  amount > 0 ? Math.min(MAX_USD, amount) * MICROS_PER_USD : 0;
