// The prices of this release by gateway, provider and model: the price package with corrections. A lookup in
// the package takes tens of microseconds or more, so each name is looked up once, and again only if its price
// depends on the date or the hour.
import { MINUTE_MS } from '#lib/clock';
import type { ModelInfo, Provider } from '@pydantic/genai-prices';
import { type Gateway, gatewayById } from '../provider/gateways.ts';
import { bareModelNames, isSoldByVendorAlone, vendorOfModel } from '../provider/model-vendor.ts';
import { type PriceCorrection, correctionAt, CORRECTIONS_VERSION, correctionsFor } from './corrections.ts';
import { pricePackage } from './price-package.ts';
import { flatRates, type Rate, type Rates } from './rates.ts';

/** The package does not export its version; a test compares this with the one installed. */
export const PRICE_DATA_VERSION = '0.1.8';

/** The version of the package with the corrections. */
export const CATALOG_VERSION = `${PRICE_DATA_VERSION}+${CORRECTIONS_VERSION}`;

interface CatalogPrice {
  rates: Rates;
  version: string;
  /** The gateway whose table has the price; absent for the vendor's own. */
  gateway?: string;
}

/** One seller's price for a model, from the package or a correction. */
interface Offer {
  gateway: string | undefined;
  corrections: readonly PriceCorrection[];
  listed: { provider: Provider; model: ModelInfo } | null;
  factor: number;
}

interface Entry {
  /**
   * Kinds of tokens that the first offer does not price, such as images or the cache, take the price of the
   * next one.
   */
  offers: readonly Offer[];
  dated: boolean;
  /** By time slot; only one for a price that does not change. */
  prices: Map<number, CatalogPrice | null>;
}

// Vendors change prices at full or half hours (UTC).
const SLOT_MS = 30 * MINUTE_MS;
const REMEMBERED = 4_096;

const FREE: CatalogPrice = { rates: flatRates(0, 0), version: CATALOG_VERSION };

// Nested by gateway, provider and model: three lookups of existing strings are cheaper than one of a
// concatenated string.
const known = new Map<string, Map<string, Map<string, Entry>>>();
let remembered = 0;

/** Null if no seller of the model is known. */
export function catalogPrice(
  provider: string,
  model: string,
  atMs: number,
  gateway = '',
): CatalogPrice | null {
  const served = gatewayById(gateway);
  if (served?.kind === 'local') return { ...FREE, gateway };
  if (isFree(provider, model)) return FREE;
  const entry =
    known
      .get(served?.id ?? '')
      ?.get(provider)
      ?.get(model) ?? learn(provider, model, atMs, served);
  if (entry.offers.length === 0) return null;
  const slot = entry.dated ? Math.floor(atMs / SLOT_MS) : 0;
  const before = entry.prices.get(slot);
  if (before !== undefined) return before;
  const made = priceAt(entry.offers, entry.dated ? slot * SLOT_MS : atMs);
  if (entry.prices.size >= REMEMBERED) entry.prices.clear();
  entry.prices.set(slot, made);
  return made;
}

/** OpenRouter's `:free`, and the experimental models of Google's AI Studio, which were never sold. */
const isFree = (provider: string, model: string): boolean =>
  model.endsWith(':free') || (provider === 'google' && /(^|[/-])gemini-([\w.]+-)*exp(-\d+)*$/i.test(model));

function learn(provider: string, model: string, atMs: number, served: Gateway | undefined): Entry {
  // Model names are untrusted, so the cache is cleared when it is full.
  if (remembered >= REMEMBERED) {
    known.clear();
    remembered = 0;
  }
  const offers = offersFor(provider, model, atMs, served);
  const dated = offers.some(
    ({ corrections, listed }) =>
      corrections.some(({ from }) => from !== undefined) || Array.isArray(listed?.model.prices),
  );
  const entry: Entry = { offers, dated, prices: new Map() };
  known
    .getOrInsertComputed(served?.id ?? '', () => new Map<string, Map<string, Entry>>())
    .getOrInsertComputed(provider, () => new Map<string, Entry>())
    .set(model, entry);
  remembered += 1;
  return entry;
}

/**
 * The gateway's own table comes first. Behind a gateway, the vendor's price applies only to models that the
 * vendor alone sells, and behind a proxy: hosts of open weights set their own prices.
 */
function offersFor(provider: string, model: string, atMs: number, served: Gateway | undefined): Offer[] {
  const names = namesOf(model);
  const vendor = vendorOfModel(model)?.id;
  const offers: Offer[] = [];
  if (served?.table !== undefined) {
    // LiteLLM writes `groq/openai/gpt-oss-120b`, others `gpt-oss-120b`, for what Groq calls
    // `openai/gpt-oss-120b`.
    const routed = served.names.includes(model.split('/')[0]?.toLowerCase() ?? '')
      ? [model.slice(model.indexOf('/') + 1)]
      : [];
    const vendored = vendor === undefined ? [] : names.map((name) => `${vendor}/${name}`);
    const offer = offerOf(served.table, [...routed, ...names, ...vendored], atMs);
    if (offer) offers.push({ ...offer, gateway: served.id, factor: zoneFactor(served, model, offer) });
  }
  if (served === undefined || served.kind === 'proxy' || isSoldByVendorAlone(model)) {
    for (const seller of vendor === undefined || vendor === provider ? [provider] : [provider, vendor]) {
      const offer = offerOf(seller, names, atMs);
      if (!offer) continue;
      offers.push({ ...offer, factor: served ? zoneFactor(served, model, null) : 1 });
      break;
    }
  }
  return offers;
}

/**
 * `:nitro` and `:online` choose how OpenRouter serves a model. A model that only its vendor sells costs the
 * same either way.
 */
function namesOf(model: string): string[] {
  const routed = /^(.*):(nitro|online|floor|exacto)$/.exec(model)?.[1];
  return bareModelNames(routed !== undefined && isSoldByVendorAlone(model) ? routed : model);
}

function offerOf(seller: string, names: readonly string[], atMs: number): Offer | null {
  for (const name of names) {
    const corrections = correctionsFor(seller, name);
    const price = pricePackage().calcPrice({}, name, { providerId: seller, timestamp: new Date(atMs) });
    const listed = price && { provider: price.provider, model: price.model };
    if (corrections.length > 0 || listed) return { gateway: undefined, corrections, listed, factor: 1 };
  }
  return null;
}

/**
 * Bedrock charges 10 % more for Claude 4.5 and later within a geography than for `global.`; the package lists
 * its full names. Azure charges 10 % more for its data zones, which only LiteLLM's names (`azure/eu/gpt-4o`)
 * show.
 */
function zoneFactor({ id }: Gateway, model: string, offer: Offer | null): number {
  const name = model.toLowerCase();
  if (id === 'azure') return /^azure(_ai)?\/(eu|us)\//.test(name) ? 1.1 : 1;
  if (id !== 'bedrock' || offer !== null) return 1;
  const [, zone = '', major = '0', minor = '0'] =
    /(?:([a-z-]+)\.)?anthropic\.claude-[a-z]+-(\d)(?:[-.](\d)(?!\d))?/.exec(name) ?? [];
  return zone !== 'global' && Number(major) + Number(minor) / 10 >= 4.5 ? 1.1 : 1;
}

function priceAt(offers: readonly Offer[], atMs: number): CatalogPrice | null {
  let made: CatalogPrice | null = null;
  for (const offer of offers) {
    const correction = correctionAt(offer.corrections, atMs);
    const rates = correction ? correction.rates : offer.listed && ratesOf(offer.listed, atMs);
    if (rates === null) continue;
    const scaled = offer.factor === 1 ? rates : scale(rates, offer.factor);
    made ??= {
      rates: scaled,
      version: correction ? CATALOG_VERSION : PRICE_DATA_VERSION,
      ...(offer.gateway === undefined ? {} : { gateway: offer.gateway }),
    };
    made = { ...made, rates: completed(made.rates, scaled) };
  }
  return made;
}

function ratesOf({ provider, model }: NonNullable<Offer['listed']>, atMs: number): Rates | null {
  // Only this model, matched by its own id: some ids do not match their own rule.
  const alone = { ...provider, models: [{ ...model, match: { equals: model.id } }] };
  const timestamp = new Date(atMs);
  const prices = pricePackage().calcPrice({}, model.id, { provider: alone, timestamp })?.model_price;
  const input = rate(prices?.['input_mtok']);
  const output = rate(prices?.['output_mtok']);
  // Models billed by image, minute or page have no price per token.
  if (prices === undefined || (input === undefined && output === undefined)) return null;
  const imageOutput = rate(prices['output_image_mtok']);
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: rate(prices['cache_read_mtok']),
    cacheWrite: rate(prices['cache_write_mtok']),
    cacheWrite1h: rate(prices['cache_write_1h_mtok']),
    // Google's list has audio only where its price differs from text.
    audioInput: rate(prices['input_audio_mtok']) ?? (provider.id === 'google' ? input : undefined),
    // The output of a speech model is audio.
    audioOutput: rate(prices['output_audio_mtok']) ?? (/tts/.test(model.id) ? output : undefined),
    // Lists have input images only where their price differs from text.
    imageInput: rate(prices['input_image_mtok']) ?? input ?? 0,
    // `gpt-image-1` outputs only images, so its output price is their price.
    imageOutput: imageOutput ?? (model.id.startsWith('gpt-image-') ? output : undefined),
    cacheReadAudio: rate(prices['cache_audio_read_mtok']),
    cacheReadImage: rate(prices['cache_image_read_mtok']),
    makesImages: imageOutput !== undefined || /\bimage\b/.test(model.id),
  };
}

type PackagePrice = Exclude<ModelInfo['prices'], unknown[]>[string];

function rate(price: PackagePrice): Rate | undefined {
  if (price === undefined || typeof price === 'number') return price;
  return { base: price.base, tiers: price.tiers.toSorted((a, b) => a.start - b.start) };
}

const completed = (rates: Rates, next: Rates): Rates => ({
  ...rates,
  cacheRead: rates.cacheRead ?? next.cacheRead,
  cacheWrite: rates.cacheWrite ?? next.cacheWrite,
  cacheWrite1h: rates.cacheWrite1h ?? next.cacheWrite1h,
  audioInput: rates.audioInput ?? next.audioInput,
  audioOutput: rates.audioOutput ?? next.audioOutput,
  imageOutput: rates.imageOutput ?? next.imageOutput,
});

const scaleRate = (price: Rate, factor: number): Rate =>
  typeof price === 'number'
    ? price * factor
    : {
        base: price.base * factor,
        tiers: price.tiers.map((tier) => ({ start: tier.start, price: tier.price * factor })),
      };

const scale = ({ makesImages, ...prices }: Rates, factor: number): Rates => ({
  ...(Object.fromEntries(
    Object.entries(prices).map(([kind, price]) => [
      kind,
      price === undefined ? undefined : scaleRate(price, factor),
    ]),
  ) as Omit<Rates, 'makesImages'>),
  makesImages,
});
