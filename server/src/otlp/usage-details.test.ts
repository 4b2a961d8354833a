// Token counts in the formats of other products, read as disjoint buckets.
import { expect, it } from 'vitest';
import type { JsonObject } from '#records';
import { usageOf } from './usage-details.ts';
import { billedTokens, toBuckets } from './usage.ts';

/** [uncached input, cache read, cache write, output text, reasoning] */
const buckets = (structure: JsonObject): number[] | null => {
  const usage = usageOf(structure);
  if (!usage) return null;
  const { uncachedInput, cacheRead, cacheWrite, outputText, reasoning } = toBuckets(usage);
  return [uncachedInput, cacheRead, cacheWrite, outputText, reasoning];
};

it.each<[string, JsonObject, number[]]>([
  [
    'Langfuse for JavaScript: separate counts',
    { input: 160, output: 17, total: 1329, input_cached_tokens: 1024, output_reasoning_tokens: 128 },
    [160, 1024, 0, 17, 128],
  ],
  ['Langfuse without a total', { input: 160, output: 17, input_cached_tokens: 1024 }, [160, 1024, 0, 17, 0]],
  [
    'Langfuse, keys of Anthropic',
    { input: 142, output: 19, cache_read_input_tokens: 1024, cache_creation_input_tokens: 256 },
    [142, 1024, 256, 19, 0],
  ],
  [
    'LiteLLM for Langfuse: the input includes the cache',
    { input: 1422, output: 19, total: 1441, cache_read_input_tokens: 1024, cache_creation_input_tokens: 256 },
    [142, 1024, 256, 19, 0],
  ],
  [
    'LiteLLM 1.106 for Langfuse: the input includes what was written to the cache',
    { input: 398, output: 19, total: 1441, cache_creation_input_tokens: 256, cache_read_input_tokens: 1024 },
    [142, 1024, 256, 19, 0],
  ],
  [
    'what was written to the cache beside a larger input, as the total says',
    { input: 100, output: 10, total: 160, cache_creation: 50 },
    [100, 0, 50, 10, 0],
  ],
  [
    'what was written to the cache inside the input, as the total says',
    { input: 100, output: 10, total: 110, cache_creation: 50 },
    [50, 0, 50, 10, 0],
  ],
  [
    'OpenAI chat',
    {
      prompt_tokens: 1184,
      completion_tokens: 145,
      total_tokens: 1329,
      prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 128 },
    },
    [160, 1024, 0, 17, 128],
  ],
  [
    'OpenAI responses',
    {
      input_tokens: 1184,
      output_tokens: 145,
      total_tokens: 1329,
      input_tokens_details: { cached_tokens: 1024 },
      output_tokens_details: { reasoning_tokens: 128 },
    },
    [160, 1024, 0, 17, 128],
  ],
  [
    'Anthropic: the input has no cache in it',
    { input_tokens: 142, output_tokens: 19, cache_read_input_tokens: 1024, cache_creation_input_tokens: 256 },
    [142, 1024, 256, 19, 0],
  ],
  [
    'Anthropic, more input than cache',
    { input_tokens: 5000, output_tokens: 19, cache_read_input_tokens: 1024 },
    [5000, 1024, 0, 19, 0],
  ],
  [
    'LiteLLM, keys of both',
    {
      prompt_tokens: 1422,
      completion_tokens: 19,
      total_tokens: 1441,
      cache_read_input_tokens: 1024,
      cache_creation_input_tokens: 256,
    },
    [142, 1024, 256, 19, 0],
  ],
  [
    'LangChain',
    {
      input_tokens: 1184,
      output_tokens: 145,
      total_tokens: 1329,
      input_token_details: { cache_read: 1024 },
      output_token_details: { reasoning: 128 },
    },
    [160, 1024, 0, 17, 128],
  ],
  [
    'Gemini: thoughts are not in the output',
    { promptTokenCount: 1184, candidatesTokenCount: 17, thoughtsTokenCount: 64, totalTokenCount: 1265 },
    [1184, 0, 0, 17, 64],
  ],
  ['camel case', { promptTokens: 10, completionTokens: 5, totalTokens: 15 }, [10, 0, 0, 5, 0]],
  [
    'Langfuse 2: units and costs beside the counts',
    { input: 10, output: 5, total: 15, inputCost: 3 },
    [10, 0, 0, 5, 0],
  ],
])('%s', (_form, structure, expected) => {
  expect(buckets(structure)).toEqual(expected);
  const usage = usageOf(structure)!;
  expect(billedTokens(toBuckets(usage))).toBe(expected.reduce((sum, count) => sum + count, 0));
});

it('nothing counted is nothing', () => {
  expect([{}, { input: 0, output: 0 }, { unit: 'TOKENS' }, { input: 'many' }].map(buckets)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
