// Computes what calls would cost with the service's own prices, from their number and mean size. Prices that
// depend on the input length use the mean call.
import { deriveCost } from '#otlp';
import type { TokenUsage } from '#records';
import type { ModelPricing } from './facts.ts';
import type { ClassFigures } from '../records/class-figures.ts';

export const meanUsage = (sums: TokenUsage, calls: number): TokenUsage => ({
  uncachedInput: sums.uncachedInput / calls,
  cacheRead: sums.cacheRead / calls,
  cacheWrite: sums.cacheWrite / calls,
  outputText: sums.outputText / calls,
  reasoning: sums.reasoning / calls,
  audio: sums.audio / calls,
});

/** The cost of one call; null if no price is known. */
export function callCost(
  { book, atMs }: ModelPricing,
  { provider, model, gateway }: Pick<ClassFigures, 'provider' | 'model' | 'gateway'>,
  usage: TokenUsage,
): number | null {
  const call = { provider, model, gateway: gateway || null, atMs, usage };
  const { costUsd, pricing } = deriveCost(call, book);
  return pricing === null ? null : costUsd;
}

/**
 * Scales a saving to the real spend. The spend may differ from the list price because of a reported cost or a
 * discount.
 */
export const shareOfSpent = (spentUsd: number, listedUsd: number, savedUsd: number): number =>
  listedUsd <= 0 ? 0 : (spentUsd * savedUsd) / listedUsd;
