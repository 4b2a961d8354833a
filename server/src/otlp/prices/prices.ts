// The cost of a call and the applied price: the account's own, else the operator's, else the catalog's.
import type { ToolUses } from '@tracewell/sdk/reading';
import { matchesGlob } from '#lib/glob';
import type { PriceOverride, PricesByLength, TokenPrices } from '#config';
import { gatewayOfModel } from '../provider/gateway-of.ts';
import { gatewayById } from '../provider/gateways.ts';
import { catalogInUse } from './catalog.ts';
import { baseRates, flatRates, type FlatRates, type PricedUsage, priceUsage, type Rates } from './rates.ts';
import { geoFactor, geoOf, tierFactor, tierOf } from './service-tier.ts';
import { type Rate, TOOL_KINDS, type ToolPrices } from './table/form.ts';
import { toolPricesOf } from './tool-prices.ts';

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
  /** Dollars per thousand uses of a tool that the vendor ran; present only if the call used it. */
  webSearchPerThousand?: number;
  fileSearchPerThousand?: number;
  codeContainerPerThousand?: number;
  /** The gateway whose table has the price; absent for the vendor's own. */
  gateway?: string;
  /** Set if the prices are those of batch requests, or of another non-standard tier. */
  batch?: true;
  tier?: string;
  /** Set if the prices are those of another speed than the standard one, or of one place. */
  speed?: string;
  inferenceGeo?: string;
}

interface DerivedCost {
  costUsd: number;
  cacheSavingsUsd: number;
  /** Null if the model, its tier, or a kind of tokens or tool in the call has no price. The cost is then 0. */
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
  /** In the vendor's words: `fast`, and where it was served. */
  speed?: string | null;
  inferenceGeo?: string | null;
  atMs: number;
}

interface Quote {
  source: PriceSource;
  version: string;
  rates: Rates;
  /** Prices of other service tiers. Where a price of one's own has none, it applies to every tier. */
  tiers?: ReadonlyMap<string, Rates>;
  gateway?: string;
}

export interface PriceBook {
  quote(provider: string, model: string, atMs: number, gateway?: string): Quote | null;
  /** The catalog's prices of tools. They apply beside a custom price that has none. */
  listedTools(provider: string, model: string, atMs: number, gateway?: string): ToolPrices | undefined;
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
      return quote ?? catalogInUse().price(provider, model, atMs, gateway);
    },
    listedTools: (provider, model, atMs, gateway) =>
      catalogInUse().price(provider, model, atMs, gateway)?.rates.tools,
  };
}

const UNPRICED: DerivedCost = { costUsd: 0, cacheSavingsUsd: 0, pricing: null };

export function deriveCost(call: PricedCall, book: PriceBook): DerivedCost {
  const { provider, model, responseModel, atMs } = call;
  const gateway = call.gateway ?? gatewayOfModel(model);
  const quote = book.quote(provider, model, atMs, gateway);
  if (quote) return costBy(quote, call, model, book, gateway);
  if (!responseModel || responseModel === model) return UNPRICED;
  const served = book.quote(provider, responseModel, atMs, gateway);
  return served ? costBy(served, call, responseModel, book, gateway) : UNPRICED;
}

/** The seller sets the price of a tier; a proxy is not a seller. */
const sellerOf = (provider: string, gateway = ''): string => {
  const served = gatewayById(gateway);
  return served === undefined || served.kind === 'proxy' ? provider : served.id;
};

function costBy(
  standard: Quote,
  call: PricedCall,
  model: string,
  book: PriceBook,
  gateway: string | undefined,
): DerivedCost {
  const tier = tierOf(call.serviceTier);
  const speed = tierOf(call.speed);
  const geo = geoOf(call.inferenceGeo);
  const seller = sellerOf(call.provider, gateway);
  const tiered = tier === undefined ? { quote: standard, factor: 1 } : atTier(standard, tier, seller, model);
  const sped =
    speed === undefined || speed === tier ? tiered : tiered && atSpeed(tiered, speed, seller, model);
  const placed = geo === undefined ? sped : sped && atGeo(sped, geo, seller, model);
  const sum = placed && priceUsage(placed.quote.rates, call);
  if (!placed || !sum) return UNPRICED;
  const { quote, factor } = placed;
  const pricing = applied(quote, sum.flat, factor);
  if (speed !== undefined) pricing.speed = speed;
  if (geo !== undefined) pricing.inferenceGeo = geo;
  if (quote.gateway !== undefined) pricing.gateway = quote.gateway;
  if (tier === 'batch') {
    if (factor !== 1 || quote !== standard) pricing.batch = true;
  } else if (tier !== undefined) pricing.tier = tier;
  const cost = { costUsd: sum.costUsd * factor, cacheSavingsUsd: sum.savedUsd * factor, pricing };
  if (call.tools === undefined) return cost;
  const own = standard.rates.tools;
  const listed = toolPricesOf(seller, book.listedTools(call.provider, model, call.atMs, gateway));
  const toolsUsd = priceTools(call.tools, { ...listed, ...own }, pricing);
  return toolsUsd === null ? UNPRICED : { ...cost, costUsd: cost.costUsd + toolsUsd };
}

/** Null if a tool has no price. A service tier does not change what a tool costs. */
function priceTools(uses: ToolUses, prices: ToolPrices, pricing: AppliedPrice): number | null {
  let usd = 0;
  for (const kind of TOOL_KINDS) {
    const count = uses[kind] ?? 0;
    if (count === 0) continue;
    const price = prices[kind];
    if (price === undefined) return null;
    pricing[`${kind}PerThousand`] = price;
    usd += (count * price) / 1_000;
  }
  return usd;
}

/**
 * Null if the price of the tier is unknown. A custom price applies to every tier for which it has no other and that
 * has no fixed factor, and what is free is free in every tier.
 */
function atTier(quote: Quote, tier: string, seller: string, model: string): Tiered | null {
  const rates = quote.tiers?.get(tier);
  if (rates && quote.source !== 'catalog') return { quote: { ...quote, rates }, factor: 1 };
  const factor = tierFactor(seller, tier, model);
  if (factor !== null) return { quote, factor };
  if (isForAll(quote)) return { quote, factor: 1 };
  return rates ? { quote: { ...quote, rates }, factor: 1 } : null;
}

interface Tiered {
  quote: Quote;
  factor: number;
}

const isForAll = ({ source, rates }: Quote): boolean =>
  source !== 'catalog' || (rates.input === 0 && rates.output === 0);

/** Fast answers cost the same whatever the length of the input. */
function atSpeed({ quote, factor }: Tiered, speed: string, seller: string, model: string): Tiered | null {
  const at = atTier(quote, speed, seller, model);
  if (at === null || at.factor === 1) return at && { ...at, factor };
  return { quote: { ...at.quote, rates: baseRates(at.quote.rates) }, factor: factor * at.factor };
}

/** The same for a place. Null if nobody knows what it costs there. */
function atGeo({ quote, factor }: Tiered, geo: string, seller: string, model: string): Tiered | null {
  const more = geoFactor(seller, geo, model) ?? (isForAll(quote) ? 1 : null);
  return more === null ? null : { quote, factor: factor * more };
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
  const tools = toolsOfOwn(match);
  const rates = { ...ratesOfOwn(match), ...(tools === undefined ? {} : { tools }) };
  if (match.tiers === undefined) return { source, version, rates };
  const tiers = new Map<string, Rates>();
  for (const [word, prices] of Object.entries(match.tiers)) tiers.set(tierOf(word) ?? '', ratesOfOwn(prices));
  return { source, version, rates, tiers };
}

/** They do not distinguish text, audio and images, so they apply to all input and output. */
function ratesOfOwn({ longInput = [], ...base }: PricesByLength): Rates {
  const rate = (of: (prices: TokenPrices) => number): Rate =>
    longInput.length === 0
      ? of(base)
      : { base: of(base), tiers: longInput.map((each) => ({ start: each.aboveTokens, price: of(each) })) };
  const written = ({ cacheWritePerMTok, inputPerMTok }: TokenPrices): number =>
    cacheWritePerMTok ?? inputPerMTok;
  return flatRates(
    rate(({ inputPerMTok }) => inputPerMTok),
    rate(({ outputPerMTok }) => outputPerMTok),
    rate(({ cacheReadPerMTok, inputPerMTok }) => cacheReadPerMTok ?? inputPerMTok),
    rate(written),
    rate((prices) => prices.cacheWrite1hPerMTok ?? written(prices)),
  );
}

function toolsOfOwn(own: PriceOverride): ToolPrices | undefined {
  const tools: ToolPrices = {};
  for (const kind of TOOL_KINDS) {
    const price = own[`${kind}PerThousand`];
    if (price !== undefined) tools[kind] = price;
  }
  return Object.keys(tools).length === 0 ? undefined : tools;
}
