// The token counts of a span, each from the best attribute that has it.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { parsed } from './json-text.ts';
import { countingOf } from './emitters.ts';
import type { ToolUses } from '@tracewell/sdk/reading';
import { toolsOfCounts, toolsOfGrounding, toolsOfUsage } from './tool-uses.ts';
import { asNumber, asWord, type SpanFields } from './span-fields.ts';
import type { Span } from './span.ts';
import { addCompaction } from './usage-details.ts';
import type { ReportedUsage } from './usage.ts';

const NOTHING: JsonObject = {};

export function reportedUsage(span: Span, fields: SpanFields, provider: string): ReportedUsage {
  const { number, value, text } = fields;
  const inputDetails = structure(value.inputDetails);
  const outputDetails = structure(value.outputDetails);
  const counting = countingOf(span, provider, text.model);
  const input = number.inputTokens ?? number.uncachedInputTokens ?? inputByKind(number);
  const output = number.outputTokens ?? outputByKind(number);
  const metadata = fromProviderMetadata(span, text.model ?? '');
  const ownInput = number.inputTokens === undefined && number.uncachedInputTokens !== undefined;
  const uncached = number.noCacheTokens ?? metadata.uncachedInput;
  const cacheRead =
    number.cacheRead ??
    asNumber(inputDetails['cache_read']) ??
    (metadata.cacheRead || cacheReadByKind(number));
  const cacheWrite = number.cacheWrite ?? asNumber(inputDetails['cache_creation']) ?? metadata.cacheWrite;
  const reported: ReportedUsage = {
    input,
    output,
    total: number.totalTokens,
    cacheRead,
    cacheWrite,
    cacheWrite1h: number.cacheWrite1h ?? metadata.cacheWrite1h,
    reasoning:
      number.reasoning ??
      asNumber(outputDetails['reasoning']) ??
      (counting.outputExcludesReasoning ? unreportedThoughts(number.totalTokens, input, output) : 0),
    audioInput: number.audioInput ?? asNumber(inputDetails['audio']) ?? 0,
    audioOutput: number.audioOutput ?? asNumber(outputDetails['audio']) ?? 0,
    imageInput: number.imageInput ?? asNumber(inputDetails['image']),
    imageOutput: number.imageOutput ?? asNumber(outputDetails['image']),
    cacheReadAudio: number.cacheReadAudio,
    cacheReadImage: number.cacheReadImage,
    speed: asWord(metadata.anthropic['speed']),
    inferenceGeo: asWord(metadata.anthropic['inference_geo']),
    inputExcludesCache: counting.inputExcludesCache || ownInput || uncached === input,
    outputExcludesReasoning: counting.outputExcludesReasoning,
    isKnown:
      counting.inputExcludesCache || counting.outputExcludesReasoning || ownInput || uncached !== undefined,
    tools: toolsOfCounts(number.webSearches, number.fileSearches) ?? metadata.tools,
  };
  // Later releases of the AI SDK add the iterations to their own counts.
  if (metadata.anthropic !== NOTHING && metadata.uncachedInput === input) {
    addCompaction(reported, metadata.anthropic);
  }
  return reported;
}

type Counts = SpanFields['number'];

/** For a span that counts each kind of token, but not their sum. */
const inputByKind = ({ textInput = 0, audioInput = 0, imageInput = 0 }: Counts): number =>
  textInput + audioInput + imageInput;
const outputByKind = ({ textOutput = 0, audioOutput = 0, imageOutput = 0 }: Counts): number =>
  textOutput + audioOutput + imageOutput;
const cacheReadByKind = ({ cacheReadText = 0, cacheReadAudio = 0, cacheReadImage = 0 }: Counts): number =>
  cacheReadText + cacheReadAudio + cacheReadImage;

/** OpenLLMetry for Python reports Gemini's total, which includes the thoughts, but no count of them. */
const unreportedThoughts = (total: number | undefined, input: number, output: number): number =>
  total === undefined ? 0 : Math.max(0, total - input - output);

interface ProviderMetadata {
  cacheRead: number;
  cacheWrite: number;
  cacheWrite1h: number;
  uncachedInput: number | undefined;
  /** Anthropic's own structure. */
  anthropic: JsonObject;
  tools: ToolUses | undefined;
}

/**
 * AI SDK 5 reports parts of the usage only here, in the vendor's own format. Anthropic's input never includes
 * the cache.
 */
function fromProviderMetadata(span: Span, model: string): ProviderMetadata {
  const { anthropic, openai, google } = structure(span.attributes.get('ai.response.providerMetadata'));
  const usage = isObject(anthropic) ? structure(anthropic['usage']) : NOTHING;
  const openaiCache = isObject(openai) ? asNumber(openai['cachedPromptTokens']) : undefined;
  return {
    cacheRead: asNumber(usage['cache_read_input_tokens']) ?? openaiCache ?? 0,
    cacheWrite: asNumber(usage['cache_creation_input_tokens']) ?? 0,
    cacheWrite1h: asNumber(structure(usage['cache_creation'])['ephemeral_1h_input_tokens']) ?? 0,
    uncachedInput: asNumber(usage['input_tokens']),
    anthropic: usage,
    tools:
      toolsOfUsage(usage) ??
      (isObject(google) ? toolsOfGrounding(google['groundingMetadata'], model) : undefined),
  };
}

/**
 * Details arrive as JSON in a string, `{"cache_read": 1024}`. LangSmith for Python writes it with single
 * quotes.
 */
function structure(value: Json | undefined): JsonObject {
  if (value === undefined) return NOTHING;
  const isPython = typeof value === 'string' && value.startsWith("{'");
  const object = parsed(isPython ? value.replaceAll("'", '"').replaceAll('None', 'null') : value);
  return isObject(object) ? object : NOTHING;
}
