// Token counts that arrive as one structure, in the words of a vendor's API or of another back end. Each form
// says whether its counts include each other.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { asNumber, asWord } from './span-fields.ts';
import { toolsOfUsage } from './tool-uses.ts';
import type { ReportedUsage } from './usage.ts';

/** Null if the structure has no counts. */
export function usageOf(structure: JsonObject): ReportedUsage | null {
  const usage = separateCounts(structure) ?? vendorCounts(structure);
  const tools = toolsOfUsage(structure);
  if (tools) usage.tools = tools;
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
 * OpenAI (chat, Responses), Anthropic, Gemini, Bedrock, LangChain and the AI SDK, in snake and camel case. Each key
 * is written out: V8 finds a constant key many times as fast as one of a list.
 */
function vendorCounts(structure: JsonObject): ReportedUsage {
  const inputDetails =
    detailsOf(structure['prompt_tokens_details']) ??
    detailsOf(structure['input_tokens_details']) ??
    detailsOf(structure['input_token_details']) ??
    detailsOf(structure['inputTokenDetails']);
  const outputDetails =
    detailsOf(structure['completion_tokens_details']) ??
    detailsOf(structure['output_tokens_details']) ??
    detailsOf(structure['output_token_details']) ??
    detailsOf(structure['outputTokenDetails']);
  const flatRead =
    asNumber(structure['cache_read_input_tokens']) ??
    asNumber(structure['cacheReadInputTokens']) ??
    asNumber(structure['cacheReadInputTokenCount']);
  const flatWrite =
    asNumber(structure['cache_creation_input_tokens']) ?? asNumber(structure['cacheWriteInputTokens']);
  // Beside Anthropic's keys it comes from a proxy, which has added up the counts.
  const proxyInput = asNumber(structure['prompt_tokens']) ?? asNumber(structure['promptTokens']);
  const geminiInput = asNumber(structure['promptTokenCount']) ?? asNumber(structure['prompt_token_count']);
  const geminiThoughts =
    asNumber(structure['thoughtsTokenCount']) ?? asNumber(structure['thoughts_token_count']);
  const usage: ReportedUsage = {
    input:
      asNumber(structure['prompt_tokens']) ??
      asNumber(structure['input_tokens']) ??
      proxyInput ??
      asNumber(structure['inputTokens']) ??
      geminiInput ??
      asNumber(structure['input_token_count']) ??
      0,
    output:
      asNumber(structure['completion_tokens']) ??
      asNumber(structure['output_tokens']) ??
      asNumber(structure['completionTokens']) ??
      asNumber(structure['outputTokens']) ??
      asNumber(structure['candidatesTokenCount']) ??
      asNumber(structure['candidates_token_count']) ??
      asNumber(structure['output_token_count']) ??
      0,
    total:
      asNumber(structure['total_tokens']) ??
      asNumber(structure['totalTokens']) ??
      asNumber(structure['totalTokenCount']) ??
      asNumber(structure['total_token_count']),
    cacheRead:
      flatRead ??
      readOf(inputDetails) ??
      asNumber(structure['cachedContentTokenCount']) ??
      asNumber(structure['cached_content_token_count']) ??
      asNumber(structure['cachedInputTokens']) ??
      asNumber(structure['cached_tokens']) ??
      0,
    cacheWrite: flatWrite ?? writtenOf(inputDetails) ?? 0,
    cacheWrite1h:
      asNumber((detailsOf(structure['cache_creation']) ?? inputDetails)?.['ephemeral_1h_input_tokens']) ?? 0,
    reasoning:
      reasoningOf(outputDetails) ??
      asNumber(structure['reasoning_tokens']) ??
      asNumber(structure['reasoningTokens']) ??
      geminiThoughts ??
      0,
    audioInput: audioOf(inputDetails),
    audioOutput: audioOf(outputDetails),
    ...cachedMedia(detailsOf(inputDetails?.['cached_tokens_details'])),
    speed: asWord(structure['speed']),
    inferenceGeo: asWord(structure['inference_geo']),
    // Anthropic's own counts are separate.
    inputExcludesCache: (flatRead !== undefined || flatWrite !== undefined) && proxyInput === undefined,
  };
  if (geminiInput !== undefined || geminiThoughts !== undefined) {
    usage.outputExcludesReasoning = true;
    // Tokens of tool results are billed as input, and Gemini counts them separately from the prompt.
    usage.input +=
      asNumber(structure['toolUsePromptTokenCount']) ??
      asNumber(structure['tool_use_prompt_token_count']) ??
      0;
  }
  if (structure['iterations'] !== undefined) addCompaction(usage, structure);
  return usage;
}

/**
 * Anthropic summarises a long conversation before it answers, and bills it. Its counts stand only in the list of
 * iterations; those at the top are of the answer.
 */
export function addCompaction(
  usage: Pick<ReportedUsage, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>,
  { iterations }: JsonObject,
): void {
  if (!Array.isArray(iterations)) return;
  for (const one of iterations) {
    if (!isObject(one) || one['type'] !== 'compaction') continue;
    usage.input += asNumber(one['input_tokens']) ?? 0;
    usage.output += asNumber(one['output_tokens']) ?? 0;
    usage.cacheRead += asNumber(one['cache_read_input_tokens']) ?? 0;
    usage.cacheWrite += asNumber(one['cache_creation_input_tokens']) ?? 0;
  }
}

const detailsOf = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined);

// LangChain adds the service tier and the length of the context to its keys, so those are added up.
const readOf = (details: JsonObject | undefined): number | undefined =>
  details &&
  (asNumber(details['cached_tokens']) ??
    asNumber(details['cachedTokens']) ??
    asNumber(details['cacheReadTokens']) ??
    sumOf([
      details['cache_read'],
      details['cache_read_over_200k'],
      details['flex_cache_read'],
      details['flex_cache_read_over_200k'],
      details['priority_cache_read'],
      details['priority_cache_read_over_200k'],
    ]));

const writtenOf = (details: JsonObject | undefined): number | undefined =>
  details &&
  (asNumber(details['cache_write_tokens']) ??
    asNumber(details['cache_creation_tokens']) ??
    asNumber(details['cacheWriteTokens']) ??
    sumOf([
      details['cache_creation'],
      details['cache_creation_over_200k'],
      details['ephemeral_5m_input_tokens'],
      details['ephemeral_5m_input_tokens_over_200k'],
      details['ephemeral_1h_input_tokens'],
      details['ephemeral_1h_input_tokens_over_200k'],
    ]));

const reasoningOf = (details: JsonObject | undefined): number | undefined =>
  details &&
  (asNumber(details['reasoning_tokens']) ??
    asNumber(details['reasoningTokens']) ??
    sumOf([details['reasoning'], details['flex_reasoning'], details['priority_reasoning']]));

/** Of OpenAI's Realtime API. */
function cachedMedia(
  cached: JsonObject | undefined,
): Pick<ReportedUsage, 'cacheReadAudio' | 'cacheReadImage'> {
  if (!cached) return {};
  return {
    cacheReadAudio: asNumber(cached['audio_tokens']),
    cacheReadImage: asNumber(cached['image_tokens']),
  };
}

const audioOf = (details: JsonObject | undefined): number =>
  asNumber(details?.['audio_tokens']) ?? asNumber(details?.['audio']) ?? 0;

function sumOf(values: readonly (Json | undefined)[]): number | undefined {
  let sum: number | undefined;
  for (const value of values) {
    const count = asNumber(value);
    if (count !== undefined) sum = (sum ?? 0) + count;
  }
  return sum;
}
