// The public table of model prices per million tokens today: the price table in use and our corrections.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import {
  type Catalog,
  CORRECTIONS,
  correctionAt,
  correctionsFor,
  isDated,
  type ListedModel,
  type ListedPrices,
  pricesAt,
  type ToolPrices,
} from '#otlp';

/**
 * Dollars per million tokens at the base tier; null if the table has no such price (a null cache price is
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
  /** Dollars per thousand uses of a tool that the vendor runs. */
  toolsPerThousand?: ToolPrices;
}

interface ModelPriceTable {
  version: string;
  date: string;
  sources: string[];
  prices: ModelPrice[];
}

// Prices change only at midnight UTC (see `pricesOn`), so a table is valid for a day.
const made = new WeakMap<Catalog, { day: number; tables: Map<string, ModelPriceTable> }>();

export function listModelPrices(
  catalog: Catalog,
  providers: readonly string[],
  atMs: number,
): ModelPriceTable {
  const day = Math.floor(atMs / DAY_MS);
  const before = made.get(catalog);
  const today = before?.day === day ? before : { day, tables: new Map<string, ModelPriceTable>() };
  made.set(catalog, today);
  return today.tables.getOrInsertComputed(JSON.stringify(providers), () =>
    buildTable(catalog, providers, day),
  );
}

function buildTable(
  { index, table, version }: Catalog,
  providers: readonly string[],
  day: number,
): ModelPriceTable {
  const prices: ModelPrice[] = [];
  for (const provider of new Set(providers)) {
    const models = index.seller(provider)?.models ?? [];
    for (const model of models) prices.push(toRow(provider, model, day));
    for (const model of addedNames(provider, models))
      prices.push({ provider, model, ...NO_PRICES, ...corrected(provider, model, day) });
  }
  prices.sort((a, b) => compare(a.provider, b.provider) || compare(a.model, b.model));
  return { version, date: table.date, sources: [...table.sources], prices };
}

/** Names that the table lacks. Name patterns are not models. */
function addedNames(provider: string, listed: readonly ListedModel[]): Set<string> {
  const names = CORRECTIONS.filter(({ seller }) => seller === provider).map(({ model }) => model);
  return new Set(names.filter((name) => !name.includes('*') && !listed.some(({ id }) => id === name)));
}

function toRow(provider: string, model: ListedModel, day: number): ModelPrice {
  const prices = pricesOn(day, model);
  return {
    provider,
    model: model.id,
    inputPerMTok: basePrice(prices.input),
    outputPerMTok: basePrice(prices.output),
    cacheReadPerMTok: basePrice(prices.cacheRead),
    cacheWritePerMTok: basePrice(prices.cacheWrite),
    ...corrected(provider, model.id, day),
    ...(model.contextWindow === undefined ? {} : { contextWindow: model.contextWindow }),
    ...(prices.tools === undefined ? {} : { toolsPerThousand: prices.tools }),
  };
}

type Prices = Pick<ModelPrice, 'inputPerMTok' | 'outputPerMTok' | 'cacheReadPerMTok' | 'cacheWritePerMTok'>;

const NO_PRICES: Prices = {
  inputPerMTok: null,
  outputPerMTok: null,
  cacheReadPerMTok: null,
  cacheWritePerMTok: null,
};

/** Undefined if the table's price applies. */
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
function pricesOn(day: number, model: ListedModel): ListedPrices {
  const byHour = isDated(model.prices) && model.prices.some(({ hours }) => hours !== undefined);
  const found = new Map<ListedPrices, number>();
  for (let hour = 0; hour < (byHour ? 24 : 1); hour += 1) {
    const inForce = pricesAt(model, day * DAY_MS + hour * HOUR_MS);
    found.set(inForce, (found.get(inForce) ?? 0) + 1);
  }
  return [...found].reduce((longest, entry) => (entry[1] > longest[1] ? entry : longest))[0];
}

function basePrice(price: number | { base: number } | undefined): number | null {
  if (price === undefined) return null;
  return typeof price === 'number' ? price : price.base;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
