// Prices by gateway, provider and model: a price table with corrections. A lookup in the table takes tens of
// microseconds, so each name is looked up once, and again only if its price depends on the date or the hour.
import { MINUTE_MS } from '#lib/clock';
import { type Gateway, gatewayById } from '../provider/gateways.ts';
import { bareModelNames, isSoldByVendorAlone, vendorOfModel } from '../provider/model-vendor.ts';
import { type PriceCorrection, correctionAt, CORRECTIONS_VERSION, correctionsFor } from './corrections.ts';
import { completedRates, flatRates, type Rates, ratesOf, scaledRates } from './rates.ts';
import { type FoundModel, TableIndex } from './table/find-model.ts';
import { isDated, type CatalogTable, pricesAt } from './table/form.ts';
import { shippedTable } from './table/shipped.ts';

interface CatalogPrice {
  source: 'catalog';
  rates: Rates;
  /** Prices of other service tiers, by the seller's word for them. */
  tiers: ReadonlyMap<string, Rates>;
  version: string;
  /** The gateway whose list has the price; absent for the vendor's own. */
  gateway?: string;
}

/** One seller's price for a model, from the table or a correction. */
interface Offer {
  gateway: string | undefined;
  corrections: readonly PriceCorrection[];
  listed: FoundModel | null;
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
const NO_TIERS: ReadonlyMap<string, Rates> = new Map();

export class Catalog {
  readonly table: CatalogTable;
  /** The date of the table, and the version of the corrections. */
  readonly version: string;
  readonly index: TableIndex;
  readonly #free: CatalogPrice;
  // Nested by gateway, provider and model: three lookups of existing strings are cheaper than one of a
  // concatenated string.
  readonly #known = new Map<string, Map<string, Map<string, Entry>>>();
  #remembered = 0;

  constructor(table: CatalogTable) {
    this.table = table;
    this.index = new TableIndex(table);
    this.version = `${table.date}+${CORRECTIONS_VERSION}`;
    this.#free = {
      source: 'catalog',
      rates: { ...flatRates(0, 0), tools: { webSearch: 0, fileSearch: 0, codeContainer: 0 } },
      tiers: NO_TIERS,
      version: this.version,
    };
  }

  /** Null if no seller of the model is known. */
  price(provider: string, model: string, atMs: number, gateway = ''): CatalogPrice | null {
    const served = gatewayById(gateway);
    if (served?.kind === 'local') return { ...this.#free, gateway };
    if (isFree(provider, model)) return this.#free;
    const entry =
      this.#known
        .get(served?.id ?? '')
        ?.get(provider)
        ?.get(model) ?? this.#learn(provider, model, served);
    if (entry.offers.length === 0) return null;
    const slot = entry.dated ? Math.floor(atMs / SLOT_MS) : 0;
    const before = entry.prices.get(slot);
    if (before !== undefined) return before;
    const made = this.#priceAt(entry.offers, entry.dated ? slot * SLOT_MS : atMs);
    if (entry.prices.size >= REMEMBERED) entry.prices.clear();
    entry.prices.set(slot, made);
    return made;
  }

  #learn(provider: string, model: string, served: Gateway | undefined): Entry {
    // Model names are untrusted, so the cache is cleared when it is full.
    if (this.#remembered >= REMEMBERED) {
      this.#known.clear();
      this.#remembered = 0;
    }
    const offers = this.#offersFor(provider, model, served);
    const dated = offers.some(
      ({ corrections, listed }) =>
        corrections.some(({ from }) => from !== undefined) ||
        (listed !== null && isDated(listed.model.prices)),
    );
    const entry: Entry = { offers, dated, prices: new Map() };
    this.#known
      .getOrInsertComputed(served?.id ?? '', () => new Map<string, Map<string, Entry>>())
      .getOrInsertComputed(provider, () => new Map<string, Entry>())
      .set(model, entry);
    this.#remembered += 1;
    return entry;
  }

  /**
   * The gateway's own list comes first. Behind a gateway, the vendor's price applies only to models that the
   * vendor alone sells, and behind a proxy: hosts of open weights set their own prices.
   */
  #offersFor(provider: string, model: string, served: Gateway | undefined): Offer[] {
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
      const offer = this.#offerOf(served.table, [...routed, ...names, ...vendored]);
      if (offer) offers.push({ ...offer, gateway: served.id, factor: zoneFactor(served, model, offer) });
    }
    if (served === undefined || served.kind === 'proxy' || isSoldByVendorAlone(model)) {
      for (const seller of vendor === undefined || vendor === provider ? [provider] : [provider, vendor]) {
        const offer = this.#offerOf(seller, names);
        if (!offer) continue;
        offers.push({ ...offer, factor: served ? zoneFactor(served, model, null) : 1 });
        break;
      }
    }
    return offers;
  }

  #offerOf(seller: string, names: readonly string[]): Offer | null {
    for (const name of names) {
      const corrections = correctionsFor(seller, name);
      const listed = this.index.find(seller, name);
      if (corrections.length > 0 || listed) return { gateway: undefined, corrections, listed, factor: 1 };
    }
    return null;
  }

  #priceAt(offers: readonly Offer[], atMs: number): CatalogPrice | null {
    let made: CatalogPrice | null = null;
    for (const { corrections, listed, factor, gateway } of offers) {
      const correction = correctionAt(corrections, atMs);
      const rates = correction
        ? correction.rates
        : listed && ratesOf(listed.seller.id, listed.model.id, pricesAt(listed.model, atMs));
      if (rates === null) continue;
      const scaled = scaledRates(rates, factor);
      made ??= {
        source: 'catalog',
        rates: scaled,
        tiers: correction ? NO_TIERS : tiersOf(listed, factor),
        version: correction ? this.version : this.table.date,
        ...(gateway === undefined ? {} : { gateway }),
      };
      made = { ...made, rates: completedRates(made.rates, scaled) };
    }
    return made;
  }
}

let inUse: Catalog | null = null;

/** The catalog of this release, until an operator's table replaces it. */
export const catalogInUse = (): Catalog => (inUse ??= new Catalog(shippedTable()));

/** From now on, in this process or thread. */
export function useTable(table: CatalogTable): void {
  if (table !== inUse?.table) inUse = new Catalog(table);
}

/** The operator's table, for other threads; null if the release's table is in use. */
export const renewedTable = (): CatalogTable | null =>
  inUse === null || inUse.table === shippedTable() ? null : inUse.table;

/** OpenRouter's `:free`, and the experimental models of Google's AI Studio, which were never sold. */
const isFree = (provider: string, model: string): boolean =>
  model.endsWith(':free') || (provider === 'google' && /(^|[/-])gemini-([\w.]+-)*exp(-\d+)*$/i.test(model));

/**
 * `:nitro` and `:online` choose how OpenRouter serves a model. A model that only its vendor sells costs the
 * same either way.
 */
function namesOf(model: string): string[] {
  const routed = /^(.*):(nitro|online|floor|exacto)$/.exec(model)?.[1];
  return bareModelNames(routed !== undefined && isSoldByVendorAlone(model) ? routed : model);
}

/**
 * Bedrock charges 10 % more for Claude 4.5 and later within a geography than for `global.`; the table has its
 * full names. Azure charges 10 % more for its data zones, which only LiteLLM's names (`azure/eu/gpt-4o`) show.
 */
function zoneFactor({ id }: Gateway, model: string, offer: Offer | null): number {
  const name = model.toLowerCase();
  if (id === 'azure') return /^azure(_ai)?\/(eu|us)\//.test(name) ? 1.1 : 1;
  if (id !== 'bedrock' || offer !== null) return 1;
  const [, zone = '', major = '0', minor = '0'] =
    /(?:([a-z-]+)\.)?anthropic\.claude-[a-z]+-(\d)(?:[-.](\d)(?!\d))?/.exec(name) ?? [];
  return zone !== 'global' && Number(major) + Number(minor) / 10 >= 4.5 ? 1.1 : 1;
}

/** A map, because its words come from clients: an object would have a `constructor`. */
const tiersOf = (listed: FoundModel | null, factor: number): ReadonlyMap<string, Rates> =>
  new Map(
    Object.entries(listed?.model.tiers ?? {}).flatMap(([word, prices]) => {
      const rates = listed && ratesOf(listed.seller.id, listed.model.id, prices);
      return rates ? [[word, scaledRates(rates, factor)] as const] : [];
    }),
  );
