// What a call cost, and by which price: the account's own, else the operator's, else the catalog's.
import type { PriceOverride } from '#lib/price-override';
import { batchFactor } from './batch.ts';
import { catalogRates, PRICE_DATA_VERSION } from './catalog.ts';
import { matchesGlob } from './glob.ts';
import { type PricedUsage, priceUsage, type Rates } from './rates.ts';

export type { PriceOverride } from '#lib/price-override';

/** In each list the first match holds. */
export interface PriceLists {
  account?: readonly PriceOverride[];
  operator?: readonly PriceOverride[];
  /** What `requestMeta.pricing.version` says for prices of these lists. */
  accountVersion?: string;
  operatorVersion?: string;
}

export type PriceSource = 'custom' | 'operator' | 'catalog';

export interface AppliedPrice {
  source: PriceSource;
  version: string;
  inputPerMTok: number;
  outputPerMTok: number;
  cacheReadPerMTok: number;
  cacheWritePerMTok: number;
  /** The prices above are those of batch requests. */
  batch?: true;
}

export interface DerivedCost {
  costUsd: number;
  cacheSavingsUsd: number;
  /** Null: nobody has a price for the model, and it costs 0. */
  pricing: AppliedPrice | null;
}

export interface PricedCall extends PricedUsage {
  provider: string;
  model: string;
  /** Tried when the model asked for has no price: `my-alias` was served by `gpt-4o-2024-08-06`. */
  responseModel?: string | null;
  /** What the vendor calls the way it was served: `default`, `batch`, `flex`, … */
  serviceTier?: string | null;
  atMs: number;
}

interface Quote {
  source: PriceSource;
  version: string;
  rates: Rates;
}

export interface PriceBook {
  quote(provider: string, model: string, atMs: number): Quote | null;
}

const REMEMBERED = 2_048;

export function priceBook({
  account = [],
  operator = [],
  accountVersion = '',
  operatorVersion = '',
}: PriceLists = {}): PriceBook {
  const overridden = new Map<string, Quote | null>();
  const custom = account.length + operator.length > 0;
  const own = (provider: string, model: string): Quote | null => {
    const key = `${provider}\n${model}`;
    const before = overridden.get(key);
    if (before !== undefined) return before;
    const quote =
      quoteFrom(account, provider, model, 'custom', accountVersion) ??
      quoteFrom(operator, provider, model, 'operator', operatorVersion);
    if (overridden.size >= REMEMBERED) overridden.clear();
    overridden.set(key, quote);
    return quote;
  };
  return {
    quote: (provider, model, atMs) => {
      const quote = custom ? own(provider, model) : null;
      if (quote) return quote;
      const rates = catalogRates(provider, model, atMs);
      return rates && { source: 'catalog', version: PRICE_DATA_VERSION, rates };
    },
  };
}

export function deriveCost(call: PricedCall, book: PriceBook): DerivedCost {
  const { provider, model, responseModel, atMs } = call;
  const quote =
    book.quote(provider, model, atMs) ??
    (responseModel && responseModel !== model ? book.quote(provider, responseModel, atMs) : null);
  if (!quote) return { costUsd: 0, cacheSavingsUsd: 0, pricing: null };
  const { costUsd, savedUsd, flat } = priceUsage(quote.rates, call);
  const factor = batchFactor(provider, call.serviceTier);
  return {
    costUsd: costUsd * factor,
    cacheSavingsUsd: savedUsd * factor,
    pricing: {
      source: quote.source,
      version: quote.version,
      inputPerMTok: flat.input * factor,
      outputPerMTok: flat.output * factor,
      cacheReadPerMTok: flat.cacheRead * factor,
      cacheWritePerMTok: flat.cacheWrite * factor,
      ...(factor === 1 ? {} : { batch: true as const }),
    },
  };
}

function quoteFrom(
  list: readonly PriceOverride[],
  provider: string,
  model: string,
  source: PriceSource,
  version: string,
): Quote | null {
  const match = list.find(
    (entry) => (entry.provider === null || entry.provider === provider) && matchesGlob(entry.model, model),
  );
  if (!match) return null;
  const rates: Rates = {
    input: match.inputPerMTok,
    output: match.outputPerMTok,
    cacheRead: match.cacheReadPerMTok ?? undefined,
    cacheWrite: match.cacheWritePerMTok ?? undefined,
    cacheWrite1h: undefined,
    audioInput: undefined,
    audioOutput: undefined,
  };
  return { source, version, rates };
}
