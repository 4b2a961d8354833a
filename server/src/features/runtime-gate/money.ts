// Amounts of the gate, in micro-dollars (lib/money.ts).
import { MICROS_PER_USD } from '#lib/money';
import { invalid } from '#lib/app-error';

export const MAX_GATE_USD = 1_000_000_000;
/** A double and both engines still represent this exactly. */
export const MAX_MICROS = 9_000_000_000_000_000;

/** Null unless the amount is a whole number of micro-dollars. Rounding would turn a tiny limit into zero. */
function exactMicros(amount: number): number | null {
  const micros = Math.round(amount * MICROS_PER_USD);
  return micros / MICROS_PER_USD === amount ? micros : null;
}

/** An estimate above zero is at least one micro-dollar. */
export const estimateMicros = (amount: number): number =>
  amount > 0 ? Math.min(MAX_MICROS, Math.max(1, Math.round(amount * MICROS_PER_USD))) : 0;

/** The cost of a call, not rounded: a million calls of a tenth of a micro-dollar add up. */
export const costMicros = (amount: number): number =>
  amount > 0 ? Math.min(MAX_GATE_USD, amount) * MICROS_PER_USD : 0;

export function requireMicros(path: string, amount: number): number {
  const micros = exactMicros(amount);
  if (micros === null) throw invalid(path, 'must be in steps of 0.000001');
  return micros;
}
