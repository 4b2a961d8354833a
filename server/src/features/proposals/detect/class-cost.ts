// What calls would cost by a price: the service's own pricing, for as many calls of their mean size. Prices that depend on the length
// of the input are those of the mean call.
import { deriveCost } from '#otlp';
import type { TokenUsage } from '#records';
import type { Pricing } from './facts.ts';

export const meanUsage = (sums: TokenUsage, calls: number): TokenUsage => ({
  uncachedInput: sums.uncachedInput / calls,
  cacheRead: sums.cacheRead / calls,
  cacheWrite: sums.cacheWrite / calls,
  outputText: sums.outputText / calls,
  reasoning: sums.reasoning / calls,
  audio: sums.audio / calls,
});

/** Of one call; null where nobody has a price for the model. */
export function callCost(
  { book, atMs }: Pricing,
  provider: string,
  model: string,
  usage: TokenUsage,
): number | null {
  const { costUsd, pricing } = deriveCost({ provider, model, atMs, usage }, book);
  return pricing === null ? null : costUsd;
}

/**
 * A part of what was really spent. What was spent may differ from what the list says, because the client told the cost, or by
 * a discount: then the saving does so in proportion.
 */
export const shareOfSpent = (spentUsd: number, listedUsd: number, savedUsd: number): number =>
  listedUsd <= 0 ? 0 : (spentUsd * savedUsd) / listedUsd;
