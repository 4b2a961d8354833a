// A price that somebody set for a model, over the one of the catalog: the operator for everybody, an account for itself.
// Configuration, accounts and prices all speak of it, hence here.
import { hash } from 'node:crypto';

/** Dollars per million tokens. */
export interface PriceOverride {
  /** Null: any provider. */
  provider: string | null;
  /** `*` in it stands for any text. */
  model: string;
  inputPerMTok: number;
  outputPerMTok: number;
  /** Null: billed as input. */
  cacheReadPerMTok: number | null;
  cacheWritePerMTok: number | null;
}

export const MAX_PRICE = 1_000_000;
export const MAX_PRICED_MODEL = 128;

/** One for all who have none, so that what is kept per list is kept once. */
export const NO_PRICES: readonly PriceOverride[] = Object.freeze([]);

/** Where in the list an entry for the same provider and model comes a second time; -1: nowhere. The first one always wins. */
export function repeatedPrice(prices: readonly Pick<PriceOverride, 'provider' | 'model'>[]): number {
  const seen = new Set<string>();
  return prices.findIndex(({ provider, model }) => {
    const key = JSON.stringify([provider, model.toLowerCase()]);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** Short, and another one whenever the content is: what a cost names as the version of its price. */
export const priceVersion = (content: string): string => hash('sha256', content, 'hex').slice(0, 12);
