// Prices of service tiers other than the standard one. Most are in the price table, model by model; the rest
// follow from what a vendor says of all its models.
//
// Batch: half the price of every kind of token, according to the price pages of OpenAI ("Batch API price"),
// Anthropic ("Batch processing"), Google ("Batch" of the Gemini API), Mistral ("Batch API"), Azure ("Global
// Batch"), Bedrock ("Batch inference"), Groq ("Batch API"). Flex: OpenAI bills it as batch ("Flex
// processing"); Groq bills it as standard. A tier that is in neither is unpriced.
import { memo } from '#lib/memo';

const BATCH_IS_HALF: ReadonlySet<string> = new Set([
  'openai',
  'anthropic',
  'google',
  'mistral',
  'azure',
  'bedrock',
  'groq',
]);

/** platform.claude.com/docs/en/build-with-claude/fast-mode: the factor for each Claude Opus that has a fast mode. */
const FAST_OPUS: ReadonlyMap<number, number> = new Map([
  [4.6, 6],
  [4.7, 6],
  [4.8, 2],
  [5, 2],
  [5.5, 2],
]);

/** 0 for other models. */
function claudeVersion(model: string, family = '[a-z]+'): number {
  const [, major = '0', minor = '0'] =
    new RegExp(`claude-${family}-(\\d)(?:[-.](\\d)(?!\\d))?`).exec(model.toLowerCase()) ?? [];
  return Number(major) + Number(minor) / 10;
}

/**
 * platform.claude.com/docs/en/about-claude/pricing, "Data residency pricing": Claude 4.6 and later cost 10 % more in
 * the United States alone. Null if the place has no known price.
 */
export const geoFactor = (seller: string, geo: string, model: string): number | null =>
  seller === 'anthropic' && geo === 'us' && claudeVersion(model) >= 4.6 ? 1.1 : null;

/** Undefined if the vendor could serve the call anywhere. */
export function geoOf(inferenceGeo: string | null | undefined): string | undefined {
  const word = inferenceGeo?.trim().toLowerCase() ?? '';
  return ANYWHERE.has(word) ? undefined : word;
}

const ANYWHERE: ReadonlySet<string> = new Set([
  '',
  'global',
  'default',
  'not_available',
  'none',
  'null',
  'unspecified',
]);

/**
 * Words for the standard price, without signs and in lower case: `on_demand` of Groq and Google, `standard_only` of
 * Anthropic, `SERVICE_TIER_UNSPECIFIED` of Google.
 */
const STANDARD: ReadonlySet<string> = new Set([
  '',
  'default',
  'auto',
  'standard',
  'standardonly',
  'ondemand',
  'regular',
  'normal',
  'none',
  'null',
  'undefined',
  'unspecified',
  'servicetierunspecified',
  'servicetierstandard',
  'traffictypeunspecified',
]);

/** Other words for a tier. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['ondemandpriority', 'priority'],
  ['ondemandflex', 'flex'],
  ['servicetierpriority', 'priority'],
  ['servicetierflex', 'flex'],
]);

/** Undefined for the standard tier; otherwise its word, known or not. */
export const tierOf = (serviceTier: string | null | undefined): string | undefined =>
  serviceTier == null ? undefined : wordOf(serviceTier);

const wordOf = memo((serviceTier): string | undefined => {
  const word = serviceTier.trim().toLowerCase();
  const plain = word.replaceAll(/[^a-z0-9]/g, '');
  return STANDARD.has(plain) ? undefined : (SAME.get(plain) ?? word);
});

/** The factor for all token prices; null if the seller does not price the tier as a multiple of the standard. */
export function tierFactor(seller: string, tier: string, model: string): number | null {
  if (tier === 'batch' && BATCH_IS_HALF.has(seller)) return 0.5;
  if (tier === 'fast')
    return seller === 'anthropic' ? (FAST_OPUS.get(claudeVersion(model, 'opus')) ?? null) : null;
  if (tier === 'flex') return seller === 'openai' ? 0.5 : seller === 'groq' ? 1 : null;
  return null;
}
