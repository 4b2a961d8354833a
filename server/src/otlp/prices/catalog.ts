// The prices inside the price package, by provider and model. The package takes tens of microseconds and more for one look-up,
// so each pair is looked up once, and again only where its price depends on the date or the hour.
import { calcPrice, type ModelInfo, type Provider } from '@pydantic/genai-prices';
import { bareModelNames, vendorOfModel } from '../provider/model-vendor.ts';
import type { Rate, Rates } from './rates.ts';

/** The package does not export its version; a test compares this with the one installed. */
export const PRICE_DATA_VERSION = '0.1.8';

interface Found {
  provider: Provider;
  model: ModelInfo;
  dated: boolean;
}

// Vendors change prices at full or half hours (UTC).
const SLOT_MS = 30 * 60_000;
const REMEMBERED = 4_096;

interface Entry {
  found: Found | null;
  /** By slot; one only for a price that does not change. */
  rates: Map<number, Rates | null>;
}

// By provider, then model: two look-ups of text that is there already are cheaper than one of text put together.
const known = new Map<string, Map<string, Entry>>();
let remembered = 0;

/** Null: the package knows no such model. */
export function catalogRates(provider: string, model: string, atMs: number): Rates | null {
  const { found, rates } = known.get(provider)?.get(model) ?? learn(provider, model, atMs);
  if (found === null) return null;
  const slot = found.dated ? Math.floor(atMs / SLOT_MS) : 0;
  const before = rates.get(slot);
  if (before !== undefined) return before;
  const made = ratesOf(found, found.dated ? slot * SLOT_MS : atMs);
  if (rates.size >= REMEMBERED) rates.clear();
  rates.set(slot, made);
  return made;
}

function learn(provider: string, model: string, atMs: number): Entry {
  // Model names come from strangers: then it starts over.
  if (remembered >= REMEMBERED) {
    known.clear();
    remembered = 0;
  }
  const entry: Entry = { found: find(provider, model, atMs), rates: new Map() };
  known.getOrInsertComputed(provider, () => new Map<string, Entry>()).set(model, entry);
  remembered += 1;
  return entry;
}

/** A gateway's name for a model is tried bare, and with the vendor that the name tells: they pass on the vendor's price. */
function find(provider: string, model: string, atMs: number): Found | null {
  const vendor = vendorOfModel(model)?.id;
  for (const providerId of vendor === undefined || vendor === provider ? [provider] : [provider, vendor]) {
    for (const name of bareModelNames(model)) {
      const price = calcPrice({}, name, { providerId, timestamp: new Date(atMs) });
      if (price)
        return { provider: price.provider, model: price.model, dated: Array.isArray(price.model.prices) };
    }
  }
  return null;
}

function ratesOf({ provider, model }: Found, atMs: number): Rates | null {
  // The model alone, under its own id: some ids do not match their own rule.
  const alone = { ...provider, models: [{ ...model, match: { equals: model.id } }] };
  const prices = calcPrice({}, model.id, { provider: alone, timestamp: new Date(atMs) })?.model_price;
  const input = prices?.['input_mtok'];
  const output = prices?.['output_mtok'];
  // Models billed by the image, the minute or the page have no price of tokens.
  if (prices === undefined || (input === undefined && output === undefined)) return null;
  return {
    input: rate(input) ?? 0,
    output: rate(output) ?? 0,
    cacheRead: rate(prices['cache_read_mtok']),
    cacheWrite: rate(prices['cache_write_mtok']),
    cacheWrite1h: rate(prices['cache_write_1h_mtok']),
    audioInput: rate(prices['input_audio_mtok']),
    audioOutput: rate(prices['output_audio_mtok']),
  };
}

type PackagePrice = Exclude<ModelInfo['prices'], unknown[]>[string];

function rate(price: PackagePrice): Rate | undefined {
  if (price === undefined || typeof price === 'number') return price;
  return { base: price.base, tiers: price.tiers.toSorted((a, b) => a.start - b.start) };
}
