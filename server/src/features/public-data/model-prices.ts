// The public table of model prices per million tokens today, from the price package and our corrections. It
// never uses the network or `updatePrices`, so the table belongs to exactly one version.

import type { ModelInfo, Provider } from '@pydantic/genai-prices';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { CATALOG_VERSION, CORRECTIONS, correctionAt, correctionsFor, pricePackage } from '#otlp';

/**
 * Dollars per million tokens at the base tier; null if the package has no such price (a null cache price is
 * billed as input).
 */
export interface ModelPrice {
  provider: string;
  model: string;
  inputPerMTok: number | null;
  outputPerMTok: number | null;
  cacheReadPerMTok: number | null;
  cacheWritePerMTok: number | null;
  contextWindow?: number;
}

interface ModelPriceTable {
  version: string;
  prices: ModelPrice[];
}

type PackagePrices = Exclude<ModelInfo['prices'], unknown[]>;

// Prices change only at midnight UTC (see `pricesOn`), so a table is valid for a day.
let today = { day: Number.NaN, tables: new Map<string, ModelPriceTable>() };

export function listModelPrices(providers: readonly string[], atMs: number): ModelPriceTable {
  const day = Math.floor(atMs / DAY_MS);
  if (today.day !== day) today = { day, tables: new Map() };
  return today.tables.getOrInsertComputed(JSON.stringify(providers), () => buildTable(providers, day));
}

function buildTable(providers: readonly string[], day: number): ModelPriceTable {
  const prices: ModelPrice[] = [];
  for (const provider of new Set(providers)) {
    const known = pricePackage().findProvider({ providerId: provider });
    for (const model of known?.models ?? []) prices.push(toRow(provider, known as Provider, model, day));
    for (const model of addedNames(provider, known?.models ?? []))
      prices.push({ provider, model, ...NO_PRICES, ...corrected(provider, model, day) });
  }
  prices.sort((a, b) => compare(a.provider, b.provider) || compare(a.model, b.model));
  return { version: CATALOG_VERSION, prices };
}

/** Names that the package lacks. Name patterns are not models. */
function addedNames(provider: string, listed: readonly ModelInfo[]): Set<string> {
  const names = CORRECTIONS.filter(({ seller }) => seller === provider).map(({ model }) => model);
  return new Set(names.filter((name) => !name.includes('*') && !listed.some(({ id }) => id === name)));
}

function toRow(provider: string, known: Provider, model: ModelInfo, day: number): ModelPrice {
  const prices = pricesOn(day, known, model);
  return {
    provider,
    model: model.id,
    inputPerMTok: basePrice(prices['input_mtok']),
    outputPerMTok: basePrice(prices['output_mtok']),
    cacheReadPerMTok: basePrice(prices['cache_read_mtok']),
    cacheWritePerMTok: basePrice(prices['cache_write_mtok']),
    ...corrected(provider, model.id, day),
    ...(model.context_window === undefined ? {} : { contextWindow: model.context_window }),
  };
}

type Prices = Pick<ModelPrice, 'inputPerMTok' | 'outputPerMTok' | 'cacheReadPerMTok' | 'cacheWritePerMTok'>;

const NO_PRICES: Prices = {
  inputPerMTok: null,
  outputPerMTok: null,
  cacheReadPerMTok: null,
  cacheWritePerMTok: null,
};

/** Undefined if the package's price applies. */
function corrected(provider: string, model: string, day: number): Prices | undefined {
  const correction = correctionAt(correctionsFor(provider, model), day * DAY_MS);
  if (!correction) return undefined;
  const { rates } = correction;
  if (rates === null) return NO_PRICES;
  return {
    inputPerMTok: basePrice(rates.input),
    outputPerMTok: basePrice(rates.output),
    cacheReadPerMTok: basePrice(rates.cacheRead),
    cacheWritePerMTok: basePrice(rates.cacheWrite),
  };
}

/** Some vendors charge by the hour. The price for most of the day is then the base price. */
function pricesOn(day: number, provider: Provider, model: ModelInfo): PackagePrices {
  const { prices } = model;
  if (!Array.isArray(prices)) return prices;
  const byHour = prices.some(({ constraint }) => constraint?.type === 'time_of_date');
  const hours = new Map<PackagePrices, number>();
  for (let hour = 0; hour < (byHour ? 24 : 1); hour += 1) {
    const inForce = pricesAt(new Date(day * DAY_MS + hour * HOUR_MS), provider, model);
    hours.set(inForce, (hours.get(inForce) ?? 0) + 1);
  }
  return [...hours].reduce((longest, entry) => (entry[1] > longest[1] ? entry : longest))[0];
}

/**
 * The package chooses between dated prices. It gets only this model, because some ids do not match their own
 * rule.
 */
function pricesAt(timestamp: Date, provider: Provider, model: ModelInfo): PackagePrices {
  const alone = { ...provider, models: [{ ...model, match: { equals: model.id } }] };
  return pricePackage().calcPrice({}, model.id, { provider: alone, timestamp })?.model_price ?? {};
}

function basePrice(price: number | { base: number } | undefined): number | null {
  if (price === undefined) return null;
  return typeof price === 'number' ? price : price.base;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
