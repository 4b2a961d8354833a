// A price for a model that overrides the catalog: set by the operator for all accounts, or by an account for
// itself. Config, accounts and prices all use it.
import { hash } from 'node:crypto';

/** Dollars per million tokens. */
export interface PriceOverride {
  /** Null for any provider. */
  provider: string | null;
  /** `*` matches any text. */
  model: string;
  inputPerMTok: number;
  outputPerMTok: number;
  /** Null if billed as input. */
  cacheReadPerMTok: number | null;
  cacheWritePerMTok: number | null;
}

export const MAX_PRICE = 1_000_000;
export const MAX_PRICED_MODEL = 128;

/** One shared empty list, so that caches keyed by list hold it once. */
export const NO_PRICES: readonly PriceOverride[] = Object.freeze([]);

/**
 * The index of the second entry for the same provider and model; -1 if there is none. The first one always
 * wins.
 */
export function repeatedPrice(prices: readonly Pick<PriceOverride, 'provider' | 'model'>[]): number {
  const seen = new Set<string>();
  return prices.findIndex(({ provider, model }) => {
    const key = JSON.stringify([provider, model.toLowerCase()]);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** A short hash that changes with the content: the price version stored with a cost. */
export const priceVersion = (content: string): string => hash('sha256', content, 'hex').slice(0, 12);
