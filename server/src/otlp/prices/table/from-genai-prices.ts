// Reads the data of genai-prices, which is MIT licensed: a list of sellers with their models
// (https://github.com/pydantic/genai-prices, prices/new_data/v2/data.json).
import type { DatedPrices, ListedModel, ListedPrices, Match, Rate, Seller, TokenKind } from './form.ts';

interface TheirModel {
  id: string;
  match: Match;
  context_window?: number | null;
  prices: TheirPrices | { constraint?: TheirConstraint | null; prices: TheirPrices }[];
  price_variants?: { when: Record<string, string>; prices: TheirPrices }[] | null;
}
type TheirPrices = Record<string, Rate | null | undefined>;
type TheirConstraint = { start_date: string } | { start_time: string; end_time: string };
export interface TheirSeller {
  id: string;
  provider_match?: Match | null;
  fallback_model_providers?: string[] | null;
  models: TheirModel[];
}

const KINDS: Readonly<Record<string, TokenKind>> = {
  input_mtok: 'input',
  output_mtok: 'output',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite',
  cache_write_1h_mtok: 'cacheWrite1h',
  input_audio_mtok: 'audioInput',
  output_audio_mtok: 'audioOutput',
  input_image_mtok: 'imageInput',
  output_image_mtok: 'imageOutput',
  cache_audio_read_mtok: 'cacheReadAudio',
  cache_image_read_mtok: 'cacheReadImage',
};

/** Hosts behind Hugging Face, which no call names, and lists of subscriptions. */
const LEFT_OUT = /^(?:huggingface_|openai-decisions$)/;

export const sellersOfGenaiPrices = (theirs: readonly TheirSeller[]): Seller[] =>
  theirs.filter(({ id }) => !LEFT_OUT.test(id)).map(sellerOf);

const sellerOf = ({ id, provider_match, fallback_model_providers, models }: TheirSeller): Seller => ({
  id,
  ...(provider_match ? { match: provider_match } : {}),
  ...(fallback_model_providers?.length ? { resells: fallback_model_providers } : {}),
  models: models.map(modelOf),
});

function modelOf({ id, match, context_window: window, prices, price_variants: variants }: TheirModel) {
  const tiers: Record<string, ListedPrices> = {};
  for (const { when, prices: asked } of variants ?? []) {
    const word = tierOf(when);
    const listed = pricesOf(asked);
    // A tier without prices costs what the standard one does.
    if (word !== null && Object.keys(listed).length > 0) tiers[word] ??= listed;
  }
  const model: ListedModel = {
    id,
    ...(isId(match, id) ? {} : { match }),
    ...(window ? { contextWindow: window } : {}),
    prices: Array.isArray(prices) ? prices.map(datedOf) : pricesOf(prices),
    ...(Object.keys(tiers).length > 0 ? { tiers } : {}),
  };
  return model;
}

const isId = (match: Match, id: string): boolean => 'equals' in match && match.equals === id;

/** Variants for other conditions, such as the place, are not known of a call. */
function tierOf(when: Record<string, string>): string | null {
  const [[key, word], ...more] = Object.entries(when) as [[string, string]];
  return more.length === 0 && (key === 'service_tier' || key === 'processing') && word !== 'default'
    ? word
    : null;
}

const datedOf = (dated: { constraint?: TheirConstraint | null; prices: TheirPrices }): DatedPrices => {
  const { constraint } = dated;
  const prices = pricesOf(dated.prices);
  if (!constraint) return { prices };
  return 'start_date' in constraint
    ? { from: constraint.start_date, prices }
    : { hours: [timeOf(constraint.start_time), timeOf(constraint.end_time)], prices };
};

/** `16:30:00Z` as `16:30`. Times of another zone do not occur. */
function timeOf(text: string): string {
  const [, time] = /^(\d\d:\d\d):00(?:\.0+)?(?:Z|\+00:00)?$/.exec(text) ?? [];
  if (time === undefined) throw new Error(`The time ${text} is not one of UTC in whole minutes.`);
  return time;
}

function pricesOf(theirs: TheirPrices): ListedPrices {
  const prices: ListedPrices = {};
  for (const [key, kind] of Object.entries(KINDS)) {
    const price = theirs[key];
    if (price != null) prices[kind] = rateOf(price);
  }
  const { web_searches_kcount: webSearch, storage_searches_kcount: fileSearch } = theirs;
  const tools = {
    ...(typeof webSearch === 'number' ? { webSearch } : {}),
    ...(typeof fileSearch === 'number' ? { fileSearch } : {}),
  };
  if (Object.keys(tools).length > 0) prices.tools = tools;
  return prices;
}

const rateOf = (price: Rate): Rate =>
  typeof price === 'number'
    ? price
    : {
        base: price.base,
        tiers: price.tiers
          .map(({ start, price: above }) => ({ start, price: above }))
          .toSorted((a, b) => a.start - b.start),
      };
