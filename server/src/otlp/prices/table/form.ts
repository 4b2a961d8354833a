// The form of a price table: what sellers ask for their models, made of public lists (merge.ts). All prices are
// US dollars: per million tokens, and per thousand uses of a tool.

/** Dollars per million tokens. Above a length of the whole input, a tier's price applies to all tokens. */
export type Rate = number | { base: number; tiers: readonly { start: number; price: number }[] };

export const TOKEN_KINDS = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'audioInput',
  'audioOutput',
  'imageInput',
  'imageOutput',
  'cacheReadAudio',
  'cacheReadImage',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Tools that the seller runs and bills by use. Grounding with a search engine is a web search. */
export const TOOL_KINDS = ['webSearch', 'fileSearch', 'codeContainer'] as const;
type ToolKind = (typeof TOOL_KINDS)[number];
export type ToolPrices = Partial<Record<ToolKind, number>>;

export interface ListedPrices extends Partial<Record<TokenKind, Rate>> {
  tools?: ToolPrices;
}

/** The last entry that applies at the time of the call wins; if none does, the first. */
export interface DatedPrices {
  /** A day, from midnight UTC. */
  from?: string;
  /** Start and end of a daily time, UTC: `["16:30", "00:30"]`. */
  hours?: readonly [string, string];
  prices: ListedPrices;
}

/** Which names mean a model. All comparisons ignore case. */
export type Match =
  | { equals: string }
  | { starts_with: string }
  | { ends_with: string }
  | { contains: string }
  | { regex: string }
  | { or: readonly Match[] }
  | { and: readonly Match[] };

export interface ListedModel {
  id: string;
  /** Absent if only the id itself means it. */
  match?: Match;
  contextWindow?: number;
  prices: ListedPrices | readonly DatedPrices[];
  /** Prices of service tiers other than the standard one, by the word for them. */
  tiers?: Readonly<Record<string, ListedPrices>>;
}

export interface Seller {
  id: string;
  /** Other names of the seller. */
  match?: Match;
  /** Sellers whose models it resells at their prices. */
  resells?: readonly string[];
  models: readonly ListedModel[];
}

export interface CatalogTable {
  /** The day of its newest source: `2026-11-12`. */
  date: string;
  /** Like `genai-prices 0.2.3`. */
  sources: readonly string[];
  sellers: readonly Seller[];
}

export const isDated = (prices: ListedModel['prices']): prices is readonly DatedPrices[] =>
  Array.isArray(prices);

/** The prices at a time. */
export function pricesAt({ prices }: ListedModel, atMs: number): ListedPrices {
  if (!isDated(prices)) return prices;
  const applies = ({ from, hours }: DatedPrices): boolean =>
    (from === undefined || atMs >= Date.parse(from)) && (hours === undefined || isWithin(hours, atMs));
  return (prices.findLast(applies) ?? prices[0])?.prices ?? {};
}

function isWithin([start, end]: readonly [string, string], atMs: number): boolean {
  const time = new Date(atMs).toISOString().slice(11, 16);
  return end < start ? time >= start || time < end : start <= time && time < end;
}
