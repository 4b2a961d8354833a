// Reads LiteLLM's list, which is MIT licensed: one flat entry for each name of a model
// (https://github.com/BerriAI/litellm, model_prices_and_context_window.json).
import type { ListedModel, ListedPrices, Rate, TokenKind } from './form.ts';

export type TheirEntry = Record<string, unknown> & { litellm_provider?: string; mode?: string };

/** Their sellers by ours. `names` is what a name begins with beside the model's own name. */
const SELLERS: Readonly<Record<string, { seller: string; names?: string }>> = {
  openai: { seller: 'openai' },
  'text-completion-openai': { seller: 'openai' },
  anthropic: { seller: 'anthropic' },
  gemini: { seller: 'google', names: 'gemini/' },
  'vertex_ai-language-models': { seller: 'google', names: 'vertex_ai/' },
  mistral: { seller: 'mistral', names: 'mistral/' },
  codestral: { seller: 'mistral', names: 'codestral/' },
  xai: { seller: 'x-ai', names: 'xai/' },
  deepseek: { seller: 'deepseek', names: 'deepseek/' },
  cohere: { seller: 'cohere', names: 'cohere/' },
  cohere_chat: { seller: 'cohere', names: 'cohere/' },
  azure: { seller: 'azure', names: 'azure/' },
  azure_ai: { seller: 'azure', names: 'azure_ai/' },
  bedrock: { seller: 'aws', names: 'bedrock/' },
  bedrock_converse: { seller: 'aws', names: 'bedrock/' },
  groq: { seller: 'groq', names: 'groq/' },
  together_ai: { seller: 'together', names: 'together_ai/' },
  fireworks_ai: { seller: 'fireworks', names: 'fireworks_ai/' },
  cerebras: { seller: 'cerebras', names: 'cerebras/' },
  novita: { seller: 'novita', names: 'novita/' },
  moonshot: { seller: 'moonshotai', names: 'moonshot/' },
  perplexity: { seller: 'perplexity', names: 'perplexity/' },
  zai: { seller: 'zai', names: 'zai/' },
  minimax: { seller: 'minimax', names: 'minimax/' },
};

const MODES: ReadonlySet<unknown> = new Set([
  'chat',
  'completion',
  'responses',
  'embedding',
  'realtime',
  'image_generation',
  'audio_speech',
  'audio_transcription',
]);

const COSTS: Readonly<Record<TokenKind, string>> = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cacheRead: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
  cacheWrite1h: 'cache_creation_input_token_cost_above_1hr',
  audioInput: 'input_cost_per_audio_token',
  audioOutput: 'output_cost_per_audio_token',
  imageInput: 'input_cost_per_image_token',
  imageOutput: 'output_cost_per_image_token',
  cacheReadAudio: 'cache_read_input_audio_token_cost',
  cacheReadImage: 'cache_read_input_image_token_cost',
};
const TIERS: Readonly<Record<string, string>> = {
  batch: '_batches',
  flex: '_flex',
  priority: '_priority',
  ultrafast: '_ultrafast',
};

export interface LiteLlmModel {
  seller: string;
  model: ListedModel;
}

/** Null if it is of a seller or a kind that the table does not have. */
export function modelOfLiteLlm(name: string, entry: TheirEntry): LiteLlmModel | null {
  const found = SELLERS[entry.litellm_provider ?? ''];
  if (!found || !MODES.has(entry.mode)) return null;
  const id =
    found.names !== undefined && name.startsWith(found.names) ? name.slice(found.names.length) : name;
  // Capacity that is paid by the month is no price for a call. Azure's data zones cost 10 % more (catalog.ts); their
  // prices are rounded here.
  if (/-commitment\/|^(?:eu|us)\//.test(id)) return null;
  const prices = pricesOf(entry, '');
  // Most entries with 0 and 0 are unknown, not free.
  if (!isPriced(prices)) return null;
  const tools = toolsOf(entry);
  if (tools) prices.tools = tools;
  const tiers = Object.fromEntries(
    Object.entries(TIERS).flatMap(([word, suffix]) => {
      const listed = pricesOf(entry, suffix);
      return isPriced(listed) ? [[word, listed] as const] : [];
    }),
  );
  const window = entry['max_input_tokens'];
  return {
    seller: found.seller,
    model: {
      id: id.toLowerCase(),
      ...(typeof window === 'number' && window > 0 ? { contextWindow: window } : {}),
      prices,
      ...(Object.keys(tiers).length > 0 ? { tiers } : {}),
    },
  };
}

const isPriced = ({ input, output }: ListedPrices): boolean => Boolean(input) || Boolean(output);

function pricesOf(entry: TheirEntry, suffix: string): ListedPrices {
  const prices: ListedPrices = {};
  for (const [kind, cost] of Object.entries(COSTS)) {
    const rate = rateOf(entry, cost, suffix);
    // They write 0 for what a vendor does not charge apart, such as writing to a cache.
    if (rate !== null && (rate !== 0 || kind === 'output')) prices[kind as TokenKind] = rate;
  }
  return prices;
}

function rateOf(entry: TheirEntry, cost: string, suffix: string): Rate | null {
  const base = entry[cost + suffix];
  if (typeof base !== 'number') return null;
  const longer = new RegExp(`^${cost}_above_(\\d+)k_tokens${suffix}$`);
  const tiers = Object.entries(entry).flatMap(([key, price]) => {
    const start = Number(longer.exec(key)?.[1]) * 1_000;
    return start > 0 && typeof price === 'number' ? [{ start, price: perMillion(price) }] : [];
  });
  return tiers.length === 0
    ? perMillion(base)
    : { base: perMillion(base), tiers: tiers.toSorted((a, b) => a.start - b.start) };
}

const perMillion = (perToken: number): number => Number((perToken * 1_000_000).toPrecision(10));

function toolsOf(entry: TheirEntry): ListedPrices['tools'] {
  const searches = entry['search_context_cost_per_query'] as Record<string, unknown> | undefined;
  const search = searches?.['search_context_size_medium'];
  return typeof search === 'number' && search > 0
    ? { webSearch: Number((search * 1_000).toPrecision(10)) }
    : undefined;
}
