// What calls would cost by a price: the service's own pricing, for as many calls of their mean size. Prices that depend on the length
// of the input are those of the mean call.
import { deriveCost } from '#otlp';
import type { ClassFigures, TokenUsage } from '#records';
import type { Pricing } from './facts.ts';

export const meanUsage = (sums: TokenUsage, calls: number): TokenUsage => ({
  uncachedInput: sums.uncachedInput / calls,
  cacheRead: sums.cacheRead / calls,
  cacheWrite: sums.cacheWrite / calls,
  outputText: sums.outputText / calls,
  reasoning: sums.reasoning / calls,
  audio: sums.audio / calls,
});

/** Of one call; null where nobody has a price for the model there. */
export function callCost(
  { book, atMs }: Pricing,
  { provider, model, gateway }: Pick<ClassFigures, 'provider' | 'model' | 'gateway'>,
  usage: TokenUsage,
): number | null {
  const call = { provider, model, gateway: gateway || null, atMs, usage };
  const { costUsd, pricing } = deriveCost(call, book);
  return pricing === null ? null : costUsd;
}

/**
 * A part of what was really spent. What was spent may differ from what the list says, because the client told the cost, or by
 * a discount: then the saving does so in proportion.
 */
export const shareOfSpent = (spentUsd: number, listedUsd: number, savedUsd: number): number =>
  listedUsd <= 0 ? 0 : (spentUsd * savedUsd) / listedUsd;
