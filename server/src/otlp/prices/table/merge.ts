// One price table of two public lists. They are compared name by name, and where they differ a rule decides:
//
// 1. A name that one list has: its price.
// 2. Both agree on input and output: the price of genai-prices, which knows since when; whatever it lacks (the
//    cache, audio, tools, service tiers) is LiteLLM's.
// 3. They disagree, and genai-prices has the name itself, or dates or lengths in a pattern for it:
//    genai-prices, because it tells the source and the day of each price.
// 4. They disagree, and genai-prices has only a pattern that the name matches, or the price of the vendor for a
//    reseller: LiteLLM, which has the name.
// 5. A few are decided by what the seller says (DECIDED).
import { HOUR_MS } from '#lib/clock';
import { TableIndex } from './find-model.ts';
import {
  isDated,
  type ListedModel,
  type ListedPrices,
  type CatalogTable,
  type Rate,
  pricesAt,
  type Seller,
  TOKEN_KINDS,
} from './form.ts';
import type { LiteLlmModel } from './from-litellm.ts';

interface Difference {
  seller: string;
  model: string;
  ours: ListedPrices;
  theirs: ListedPrices;
  taken: 'genai-prices' | 'LiteLLM';
}

/** AWS charges 10 % more for Claude from 4.5 on within a region, also without a place in the name. */
const DECIDED: readonly { seller: string; model: RegExp; taken: Difference['taken'] }[] = [
  { seller: 'aws', model: /^(?:us\.|eu\.|jp\.|au\.|apac\.)?anthropic\.claude/, taken: 'genai-prices' },
];

interface Sources {
  sellers: readonly Seller[];
  liteLlm: readonly LiteLlmModel[];
  date: string;
  names: readonly string[];
}

export function mergePrices({ sellers, liteLlm, date, names }: Sources): {
  table: CatalogTable;
  differences: Difference[];
} {
  const atMs = Date.parse(date);
  const index = new TableIndex({ date, sources: names, sellers });
  const merged = new Map<ListedModel, ListedModel>();
  const added = new Map<string, Map<string, ListedModel>>();
  const differences: Difference[] = [];
  const add = (seller: string, model: ListedModel): void => {
    const models = added.getOrInsertComputed(seller, () => new Map<string, ListedModel>());
    // The name of the vendor's own interface comes first, that of another place of it later.
    if (!models.has(model.id)) models.set(model.id, model);
  };
  // Entries under the exact name fill the gaps first, then entries under other names of the model.
  const isNamed = ({ seller, model }: LiteLlmModel): boolean => index.find(seller, model.id)?.exact === true;
  for (const { seller, model } of [...liteLlm.filter(isNamed), ...liteLlm.filter((each) => !isNamed(each))]) {
    const found = index.find(seller, model.id);
    if (!found) {
      add(seller, model);
      continue;
    }
    const listed = pricesAt(found.model, atMs);
    const theirs = pricesAt(model, atMs);
    const owner = found.seller.id === seller;
    if (hoursOf(date).some((hour) => agree(pricesAt(found.model, hour), theirs))) {
      if (owner && (found.exact || !merged.has(found.model)))
        merged.set(found.model, filled(merged.get(found.model) ?? found.model, model, atMs));
      else if (!owner) add(seller, filled({ ...model, prices: listed }, model, atMs));
      continue;
    }
    const decided = DECIDED.find((entry) => entry.seller === seller && entry.model.test(model.id));
    const known = found.exact || (owner && (isDated(found.model.prices) || isTiered(listed)));
    const taken = decided?.taken ?? (known ? 'genai-prices' : 'LiteLLM');
    differences.push({ seller, model: model.id, ours: listed, theirs, taken });
    if (taken === 'LiteLLM') add(seller, model);
  }
  const all = sellers.map((seller): Seller => {
    const models = seller.models.map((model) => merged.get(model) ?? model);
    const more = [...(added.get(seller.id)?.values() ?? [])];
    added.delete(seller.id);
    return { ...seller, models: [...models, ...more.toSorted(byId)] };
  });
  for (const [id, models] of added) all.push({ id, models: [...models.values()].toSorted(byId) });
  return {
    table: { date, sources: names, sellers: all.toSorted(byId) },
    differences,
  };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Half a percent is the rounding of a list. */
const CLOSE = 0.005;
const baseOf = (rate: Rate | undefined): number =>
  rate === undefined ? 0 : typeof rate === 'number' ? rate : rate.base;
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= CLOSE * Math.max(a, b);
const close = (a: Rate | undefined, b: Rate | undefined): boolean => isClose(baseOf(a), baseOf(b));

/** The output of embeddings and images is in one list and not in the other. */
const agree = (a: ListedPrices, b: ListedPrices): boolean =>
  close(a.input, b.input) && (!a.output || !b.output || close(a.output, b.output));

/** Some vendors charge by the hour; LiteLLM then has the price of one of them. */
const hoursOf = (date: string): number[] =>
  Array.from({ length: 24 }, (_, hour) => Date.parse(date) + hour * HOUR_MS);

const isTiered = ({ input }: ListedPrices): boolean => typeof input === 'object';

/** With the other list's price for what this one lacks. */
function filled(model: ListedModel, other: ListedModel, atMs: number): ListedModel {
  const theirs = pricesAt(other, atMs);
  const now = pricesAt(model, atMs);
  const fill = (prices: ListedPrices): ListedPrices => ({
    ...theirs,
    ...prices,
    ...(theirs.tools || prices.tools ? { tools: { ...theirs.tools, ...prices.tools } } : {}),
  });
  const missing = TOKEN_KINDS.some((kind) => now[kind] === undefined && theirs[kind] !== undefined);
  const prices = isDated(model.prices)
    ? // A price of the past is left as it is.
      model.prices.map((dated) => (dated.prices === now ? { ...dated, prices: fill(now) } : dated))
    : fill(model.prices);
  const tiers = { ...other.tiers, ...model.tiers };
  return {
    ...model,
    ...(model.contextWindow === undefined && other.contextWindow !== undefined
      ? { contextWindow: other.contextWindow }
      : {}),
    prices: missing || theirs.tools ? prices : model.prices,
    ...(Object.keys(tiers).length > 0 ? { tiers } : {}),
  };
}
