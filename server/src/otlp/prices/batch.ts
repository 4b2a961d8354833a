// What vendors charge for requests that may take hours, as a part of the standard price, on all kinds of tokens alike. The price
// package has no batch prices. By the vendors' price pages: OpenAI "Batch API price", Anthropic "Batch processing",
// Google "Batch" of the Gemini API, Mistral "Batch API": 50 % each. Flex and priority are not such a fixed part of the standard price
// for every model, and count as standard.
const BATCH_FACTORS: ReadonlyMap<string, number> = new Map([
  ['openai', 0.5],
  ['anthropic', 0.5],
  ['google', 0.5],
  ['mistral', 0.5],
]);

export const batchFactor = (provider: string, serviceTier: string | null | undefined): number =>
  serviceTier === 'batch' ? (BATCH_FACTORS.get(provider) ?? 1) : 1;
