// Prices of service tiers other than the standard one. The price package has only standard prices.
//
// Batch: half the price of every kind of token, according to the price pages of OpenAI ("Batch API price"),
// Anthropic ("Batch processing"), Google ("Batch" of the Gemini API), Mistral ("Batch API"), Azure ("Global
// Batch"), Bedrock ("Batch inference"), Groq ("Batch API"). Flex: OpenAI bills it as batch ("Flex
// processing"); Groq bills it as standard. Priority: OpenAI has a price for each model; those of other
// vendors are not known here.
import { matchesGlob } from '#lib/glob';
import { flatRates, type Rates } from './rates.ts';

const BATCH_IS_HALF: ReadonlySet<string> = new Set([
  'openai',
  'anthropic',
  'google',
  'mistral',
  'azure',
  'bedrock',
  'groq',
]);

/**
 * OpenAI's "Priority processing": input, output, cached input. Compared with LiteLLM's list of August 2026.
 */
const OPENAI_PRIORITY: readonly (readonly [string, number, number, number | null])[] = [
  ['gpt-5.2', 3.5, 28, 0.35],
  ['gpt-5.2-2*', 3.5, 28, 0.35],
  ['gpt-5.1', 2.5, 20, 0.25],
  ['gpt-5.1-2*', 2.5, 20, 0.25],
  ['gpt-5', 2.5, 20, 0.25],
  ['gpt-5-2*', 2.5, 20, 0.25],
  ['gpt-5-mini*', 0.45, 3.6, 0.045],
  ['gpt-4.1', 3.5, 14, 0.875],
  ['gpt-4.1-2*', 3.5, 14, 0.875],
  ['gpt-4.1-mini*', 0.7, 2.8, 0.175],
  ['gpt-4.1-nano*', 0.2, 0.8, 0.05],
  ['gpt-4o-2024-05-13', 8.75, 26.25, null],
  ['gpt-4o', 4.25, 17, 2.125],
  ['gpt-4o-2*', 4.25, 17, 2.125],
  ['gpt-4o-mini', 0.25, 1, 0.125],
  ['gpt-4o-mini-2*', 0.25, 1, 0.125],
  ['o3', 3.5, 14, 0.875],
  ['o3-2*', 3.5, 14, 0.875],
  ['o4-mini*', 2, 8, 0.5],
];

export type Tier = 'batch' | 'flex' | 'priority';

/** Undefined for the standard tier and for unknown words. */
export function tierOf(serviceTier: string | null | undefined): Tier | undefined {
  const word = serviceTier?.trim().toLowerCase();
  return word === 'batch' || word === 'flex' || word === 'priority' ? word : undefined;
}

/**
 * The factor for all prices; null if the seller's price for this tier is not a multiple of its standard
 * price.
 */
export function tierFactor(seller: string, tier: Tier): number | null {
  if (tier === 'batch') return BATCH_IS_HALF.has(seller) ? 0.5 : 1;
  if (tier === 'priority') return null;
  return seller === 'openai' ? 0.5 : seller === 'groq' ? 1 : null;
}

export function priorityRates(seller: string, model: string): Rates | null {
  if (seller !== 'openai') return null;
  const found = OPENAI_PRIORITY.find(([name]) => matchesGlob(name, model));
  if (!found) return null;
  const [, input, output, cacheRead] = found;
  // Only for text and images.
  return { ...flatRates(input, output, cacheRead), audioInput: undefined, audioOutput: undefined };
}
