// The cost of a call and the applied price: the account's own, else the operator's, else the catalog's.
import { matchesGlob } from '#lib/glob';
import type { PriceOverride } from '#config';
import { gatewayOfModel } from '../provider/gateway-of.ts';
import { gatewayById } from '../provider/gateways.ts';
import { CATALOG_VERSION, catalogPrice } from './catalog.ts';
import { flatRates, type FlatRates, type PricedUsage, priceUsage, type Rates } from './rates.ts';
import { priorityRates, type Tier, tierFactor, tierOf } from './service-tier.ts';

export type { PriceOverride } from '#config';

/** In each list, the first match applies. */
export interface PriceLists {
  account?: readonly PriceOverride[];
  operator?: readonly PriceOverride[];
  /** Stored as `requestMeta.pricing.version` for prices of these lists. */
  accountVersion?: string;
  operatorVersion?: string;
}

type PriceSource = 'custom' | 'operator' | 'catalog';

export interface AppliedPrice {
  source: PriceSource;
  version: string;
  inputPerMTok: number;
  outputPerMTok: number;
  cacheReadPerMTok: number;
  cacheWritePerMTok: number;
  /** Present only if the call has such tokens. */
  cacheWrite1hPerMTok?: number;
  audioInputPerMTok?: number;
  audioOutputPerMTok?: number;
  imageInputPerMTok?: number;
  imageOutputPerMTok?: number;
  /** The gateway whose table has the price; absent for the vendor's own. */
  gateway?: string;
  /** Set if the prices are those of batch requests, or of another non-standard tier. */
  batch?: true;
  tier?: 'flex' | 'priority';
}

interface DerivedCost {
  costUsd: number;
  cacheSavingsUsd: number;
  /** Null if the model, or a kind of tokens in the call, has no price. The cost is then 0. */
  pricing: AppliedPrice | null;
}

export interface PricedCall extends PricedUsage {
  provider: string;
  model: string;
  /** The gateway that served it. Without it, the form of the model name may determine one. */
  gateway?: string | null;
  /** Used if the requested model has no price: `my-alias` was served by `gpt-4o-2024-08-06`. */
  responseModel?: string | null;
  /** The vendor's service tier: `default`, `batch`, `flex`, … */
  serviceTier?: string | null;
  atMs: number;
}

interface Quote {
  source: PriceSource;
  version: string;
  rates: Rates;
  gateway?: string;
}

export interface PriceBook {
  quote(provider: string, model: string, atMs: number, gateway?: string): Quote | null;
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
  const own = (provider: string, model: string, gateway: string): Quote | null => {
    const key = `${gateway}\n${provider}\n${model}`;
    const before = overridden.get(key);
    if (before !== undefined) return before;
    const sellers = new Set([provider, gateway]);
    const quote =
      quoteFrom(account, sellers, model, 'custom', accountVersion) ??
      quoteFrom(operator, sellers, model, 'operator', operatorVersion);
    if (overridden.size >= REMEMBERED) overridden.clear();
    overridden.set(key, quote);
    return quote;
  };
  return {
    quote: (provider, model, atMs, gateway = '') => {
      const quote = custom ? own(provider, model, gateway) : null;
      if (quote) return quote;
      const price = catalogPrice(provider, model, atMs, gateway);
      return price && { source: 'catalog', ...price };
    },
  };
}

const UNPRICED: DerivedCost = { costUsd: 0, cacheSavingsUsd: 0, pricing: null };

export function deriveCost(call: PricedCall, book: PriceBook): DerivedCost {
  const { provider, model, responseModel, atMs } = call;
  const gateway = call.gateway ?? gatewayOfModel(model);
  const quote = book.quote(provider, model, atMs, gateway);
  if (quote) return costBy(quote, call, sellerOf(provider, gateway), model);
  if (!responseModel || responseModel === model) return UNPRICED;
  const served = book.quote(provider, responseModel, atMs, gateway);
  return served ? costBy(served, call, sellerOf(provider, gateway), responseModel) : UNPRICED;
}

/** The seller sets the price of a tier; a proxy is not a seller. */
const sellerOf = (provider: string, gateway = ''): string => {
  const served = gatewayById(gateway);
  return served === undefined || served.kind === 'proxy' ? provider : served.id;
};

function costBy(standard: Quote, call: PricedCall, seller: string, model: string): DerivedCost {
  const tier = tierOf(call.serviceTier);
  const tiered = tier === undefined ? { quote: standard, factor: 1 } : atTier(standard, tier, seller, model);
  const sum = tiered && priceUsage(tiered.quote.rates, call);
  if (!tiered || !sum) return UNPRICED;
  const { quote, factor } = tiered;
  const pricing = applied(quote, sum.flat, factor);
  if (quote.gateway !== undefined) pricing.gateway = quote.gateway;
  if (tier === 'batch' && factor !== 1) pricing.batch = true;
  if (tier !== undefined && tier !== 'batch') pricing.tier = tier;
  return { costUsd: sum.costUsd * factor, cacheSavingsUsd: sum.savedUsd * factor, pricing };
}

/**
 * Null if the price of the tier is unknown. A custom price applies to every tier that has no fixed factor.
 */
function atTier(
  quote: Quote,
  tier: Tier,
  seller: string,
  model: string,
): { quote: Quote; factor: number } | null {
  const factor = tierFactor(seller, tier);
  if (factor !== null) return { quote, factor };
  if (quote.source !== 'catalog') return { quote, factor: 1 };
  const rates = priorityRates(seller, model);
  return rates && { quote: { source: 'catalog', version: CATALOG_VERSION, rates }, factor: 1 };
}

function applied({ source, version }: Quote, flat: FlatRates, factor: number): AppliedPrice {
  const pricing: AppliedPrice = {
    source,
    version,
    inputPerMTok: flat.input * factor,
    outputPerMTok: flat.output * factor,
    cacheReadPerMTok: flat.cacheRead * factor,
    cacheWritePerMTok: flat.cacheWrite * factor,
  };
  if (flat.cacheWrite1h !== undefined) pricing.cacheWrite1hPerMTok = flat.cacheWrite1h * factor;
  if (flat.audioInput !== undefined) pricing.audioInputPerMTok = flat.audioInput * factor;
  if (flat.audioOutput !== undefined) pricing.audioOutputPerMTok = flat.audioOutput * factor;
  if (flat.imageInput !== undefined) pricing.imageInputPerMTok = flat.imageInput * factor;
  if (flat.imageOutput !== undefined) pricing.imageOutputPerMTok = flat.imageOutput * factor;
  return pricing;
}

function quoteFrom(
  list: readonly PriceOverride[],
  sellers: ReadonlySet<string>,
  model: string,
  source: PriceSource,
  version: string,
): Quote | null {
  const match = list.find(
    (entry) => (entry.provider === null || sellers.has(entry.provider)) && matchesGlob(entry.model, model),
  );
  if (!match) return null;
  // Custom prices do not distinguish text, audio and images, so they apply to all input and output.
  const rates = flatRates(
    match.inputPerMTok,
    match.outputPerMTok,
    match.cacheReadPerMTok,
    match.cacheWritePerMTok,
  );
  return { source, version, rates };
}
