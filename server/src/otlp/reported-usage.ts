// The token counts of a span, each from the best place that has it.
import type { Json, JsonObject } from '#records';
import { isObject, parsed } from './content/json-text.ts';
import { asNumber, type Reading } from './reading.ts';
import type { Span } from './span.ts';
import type { ReportedUsage } from './usage.ts';

const NOTHING: JsonObject = {};

export function reportedUsage(span: Span, { number, value }: Reading): ReportedUsage {
  const inputDetails = structure(value.inputDetails);
  const outputDetails = structure(value.outputDetails);
  const input = number.inputTokens ?? number.uncachedInputTokens ?? 0;
  const reported: ReportedUsage = {
    input,
    output: number.outputTokens ?? 0,
    total: number.totalTokens,
    cacheRead: number.cacheRead ?? asNumber(inputDetails['cache_read']) ?? 0,
    cacheWrite: number.cacheWrite ?? asNumber(inputDetails['cache_creation']) ?? 0,
    cacheWrite1h: number.cacheWrite1h ?? 0,
    reasoning: number.reasoning ?? asNumber(outputDetails['reasoning']) ?? 0,
    audioInput: number.audioInput ?? asNumber(inputDetails['audio']) ?? 0,
    audioOutput: number.audioOutput ?? asNumber(outputDetails['audio']) ?? 0,
    inputExcludesCache: number.inputTokens === undefined && number.uncachedInputTokens !== undefined,
  };
  const cacheUnsaid = reported.cacheRead === 0 && reported.cacheWrite === 0;
  return cacheUnsaid ? { ...reported, ...fromProviderMetadata(span, input) } : reported;
}

/** AI SDK 5 tells of Anthropic's cache only here, in Anthropic's own words, in which the input never includes the cache. */
function fromProviderMetadata(span: Span, input: number): Partial<ReportedUsage> {
  const metadata = span.attributes.get('ai.response.providerMetadata');
  if (metadata === undefined) return {};
  const { anthropic, openai } = structure(metadata);
  if (isObject(openai)) return { cacheRead: asNumber(openai['cachedPromptTokens']) ?? 0 };
  const usage = isObject(anthropic) ? structure(anthropic['usage']) : NOTHING;
  return {
    cacheRead: asNumber(usage['cache_read_input_tokens']) ?? 0,
    cacheWrite: asNumber(usage['cache_creation_input_tokens']) ?? 0,
    cacheWrite1h: asNumber(structure(usage['cache_creation'])['ephemeral_1h_input_tokens']) ?? 0,
    inputExcludesCache: asNumber(usage['input_tokens']) === input,
  };
}

/** Details come as JSON in a string: `{"cache_read": 1024, "audio": 0}`. */
function structure(value: Json | undefined): JsonObject {
  if (value === undefined) return NOTHING;
  const object = parsed(value);
  return isObject(object) ? object : NOTHING;
}
