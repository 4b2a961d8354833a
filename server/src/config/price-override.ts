// A price for a model that overrides the catalog: set by the operator for all accounts, or by an account for
// itself. Config, accounts and prices all use it.
import { hash } from 'node:crypto';

/** Dollars per million tokens. */
export interface TokenPrices {
  inputPerMTok: number;
  outputPerMTok: number;
  /** Null if billed as input. */
  cacheReadPerMTok: number | null;
  cacheWritePerMTok: number | null;
  /** Absent if billed as other cache writes. */
  cacheWrite1hPerMTok?: number;
}

/** For all tokens of a call whose whole input, cache included, is longer than `aboveTokens`. */
interface LongInputPrices extends TokenPrices {
  aboveTokens: number;
}

export interface PricesByLength extends TokenPrices {
  /** The shortest length first. */
  longInput?: readonly LongInputPrices[];
}

export interface PriceOverride extends PricesByLength {
  /** Null for any provider. */
  provider: string | null;
  /** `*` matches any text. */
  model: string;
  /** Dollars per thousand uses of tools that the vendor runs. The catalog's apply where these are absent. */
  webSearchPerThousand?: number;
  fileSearchPerThousand?: number;
  codeContainerPerThousand?: number;
  /** Prices of service tiers, by the vendor's word for them. */
  tiers?: Readonly<Record<string, PricesByLength>>;
}

export const MAX_PRICE = 1_000_000;
export const MAX_PRICED_MODEL = 128;

/** One shared empty list, so that caches keyed by list hold it once. */
export const NO_PRICES: readonly PriceOverride[] = Object.freeze([]);

/** A short hash that changes with the content: the price version stored with a cost. */
export const priceVersion = (content: string): string => hash('sha256', content, 'hex').slice(0, 12);
