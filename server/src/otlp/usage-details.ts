// Token counts that arrive as one structure, in the words of a vendor's API or of another back end. Each form
// says whether its counts include each other.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { asNumber } from './span-fields.ts';
import type { ReportedUsage } from './usage.ts';

/** Null if the structure has no counts. */
export function usageOf(structure: JsonObject): ReportedUsage | null {
  const usage = separateCounts(structure) ?? vendorCounts(structure);
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 || usage.total ? usage : null;
}

const NOTHING: ReportedUsage = {
  input: 0,
  output: 0,
  total: undefined,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  reasoning: 0,
  audioInput: 0,
  audioOutput: 0,
  inputExcludesCache: false,
};

/**
 * Langfuse's form: `input`, `output` and any further keys. Its SDKs take the cache out of `input` and
 * reasoning out of `output`; LiteLLM leaves the cache in, or only what was written to it. The total shows
 * which it is; without a total, the counts are separate.
 */
function separateCounts(structure: JsonObject): ReportedUsage | null {
  const input = asNumber(structure['input']);
  const output = asNumber(structure['output']);
  if (input === undefined && output === undefined) return null;
  const sum = { ...NOTHING, input: input ?? 0, output: output ?? 0, total: asNumber(structure['total']) };
  let moreInput = 0;
  let moreOutput = 0;
  for (const [key, value] of Object.entries(structure)) {
    const count = asNumber(value);
    if (count === undefined || key === 'input' || key === 'output' || key === 'total') continue;
    const name = key.toLowerCase();
    if (/cost|price/.test(name)) continue;
    const isOutput = name.startsWith('output') || /reasoning|thought|completion/.test(name);
    if (isOutput) moreOutput += count;
    else if (/^input|cache|prompt/.test(name)) moreInput += count;
    else continue;
    if (/cache/.test(name)) {
      if (/creation|write/.test(name)) {
        sum.cacheWrite += count;
        if (/1h/.test(name)) sum.cacheWrite1h += count;
      } else sum.cacheRead += count;
    } else if (/reasoning|thought/.test(name)) sum.reasoning += count;
    else if (/audio/.test(name)) sum[isOutput ? 'audioOutput' : 'audioInput'] += count;
  }
  const isIncluded = sum.total !== undefined && sum.total === sum.input + sum.output;
  if (isIncluded && moreInput + moreOutput > 0 && moreInput <= sum.input && moreOutput <= sum.output)
    return sum;
  const completion = sum.output + moreOutput;
  const isWriteIncluded =
    sum.cacheWrite <= sum.input && sum.total === sum.input + moreInput - sum.cacheWrite + completion;
  const prompt = sum.input + moreInput - (isWriteIncluded ? sum.cacheWrite : 0);
  // The total of the parts, so that no rule for unknown emitters takes them for separate again.
  return { ...sum, input: prompt, output: completion, total: prompt + completion };
}

/**
 * OpenAI (chat, Responses), Anthropic, Gemini, Bedrock, LangChain and the AI SDK, in snake and camel case.
 */
function vendorCounts(structure: JsonObject): ReportedUsage {
  const inputDetails = detailsOf(structure, INPUT_DETAILS);
  const outputDetails = detailsOf(structure, OUTPUT_DETAILS);
  const flatRead = firstOf(structure, FLAT_READ);
  const flatWrite = firstOf(structure, FLAT_WRITE);
  const creation = structure['cache_creation'];
  const usage: ReportedUsage = {
    input: firstOf(structure, INPUT) ?? 0,
    output: firstOf(structure, OUTPUT) ?? 0,
    total: firstOf(structure, TOTAL),
    cacheRead:
      flatRead ??
      firstOf(inputDetails, READ_DETAIL) ??
      sumOf(inputDetails, READ_DETAILS) ??
      firstOf(structure, CACHED) ??
      0,
    cacheWrite:
      flatWrite ?? firstOf(inputDetails, WRITTEN_DETAIL) ?? sumOf(inputDetails, WRITTEN_DETAILS) ?? 0,
    cacheWrite1h: asNumber((isObject(creation) ? creation : inputDetails)['ephemeral_1h_input_tokens']) ?? 0,
    reasoning:
      firstOf(outputDetails, REASONING_DETAIL) ??
      sumOf(outputDetails, REASONING_DETAILS) ??
      firstOf(structure, REASONING) ??
      0,
    audioInput: firstOf(inputDetails, AUDIO_DETAIL) ?? 0,
    audioOutput: firstOf(outputDetails, AUDIO_DETAIL) ?? 0,
    // Anthropic's own counts are separate. The same keys beside `prompt_tokens` come from a proxy that has
    // added them up.
    inputExcludesCache:
      (flatRead !== undefined || flatWrite !== undefined) && firstOf(structure, PROXY_INPUT) === undefined,
  };
  if (firstOf(structure, GEMINI) !== undefined) usage.outputExcludesReasoning = true;
  return usage;
}

const INPUT_DETAILS = [
  'prompt_tokens_details',
  'input_tokens_details',
  'input_token_details',
  'inputTokenDetails',
] as const;
const OUTPUT_DETAILS = [
  'completion_tokens_details',
  'output_tokens_details',
  'output_token_details',
  'outputTokenDetails',
] as const;
const FLAT_READ = ['cache_read_input_tokens', 'cacheReadInputTokens', 'cacheReadInputTokenCount'] as const;
const FLAT_WRITE = ['cache_creation_input_tokens', 'cacheWriteInputTokens'] as const;
const GEMINI = ['promptTokenCount', 'thoughtsTokenCount'] as const;
const INPUT = [
  'prompt_tokens',
  'input_tokens',
  'promptTokens',
  'inputTokens',
  'promptTokenCount',
  'input_token_count',
] as const;
const PROXY_INPUT = ['prompt_tokens', 'promptTokens'] as const;
const OUTPUT = [
  'completion_tokens',
  'output_tokens',
  'completionTokens',
  'outputTokens',
  'candidatesTokenCount',
  'output_token_count',
] as const;
const TOTAL = ['total_tokens', 'totalTokens', 'totalTokenCount', 'total_token_count'] as const;
const READ_DETAIL = ['cached_tokens', 'cachedTokens', 'cacheReadTokens'] as const;
const CACHED = [
  'cachedContentTokenCount',
  'cached_content_token_count',
  'cachedInputTokens',
  'cached_tokens',
] as const;
const WRITTEN_DETAIL = ['cache_write_tokens', 'cache_creation_tokens', 'cacheWriteTokens'] as const;
const REASONING_DETAIL = ['reasoning_tokens', 'reasoningTokens'] as const;
const REASONING = [
  'reasoning_tokens',
  'reasoningTokens',
  'thoughtsTokenCount',
  'thoughts_token_count',
] as const;
const AUDIO_DETAIL = ['audio_tokens', 'audio'] as const;
// LangChain adds the service tier and the length of the context to its keys.
const READ_DETAILS = /^(?:flex_|priority_)?cache_read(?:_over_200k)?$/;
const WRITTEN_DETAILS = /^(?:cache_creation|ephemeral_(?:5m|1h)_input_tokens)(?:_over_200k)?$/;
const REASONING_DETAILS = /^(?:flex_|priority_)?reasoning$/;

function firstOf(structure: JsonObject, keys: readonly string[]): number | undefined {
  if (structure === NO_DETAILS) return undefined;
  for (const key of keys) {
    const count = asNumber(structure[key]);
    if (count !== undefined) return count;
  }
  return undefined;
}

function sumOf(structure: JsonObject, keys: RegExp): number | undefined {
  if (structure === NO_DETAILS) return undefined;
  let sum: number | undefined;
  for (const key of Object.keys(structure)) {
    const count = keys.test(key) ? asNumber(structure[key]) : undefined;
    if (count !== undefined) sum = (sum ?? 0) + count;
  }
  return sum;
}

const NO_DETAILS: JsonObject = {};

function detailsOf(structure: JsonObject, keys: readonly string[]): JsonObject {
  for (const key of keys) {
    const details: Json | undefined = structure[key];
    if (isObject(details)) return details;
  }
  return NO_DETAILS;
}
