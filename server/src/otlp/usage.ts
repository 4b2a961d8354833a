// Token counts as disjoint buckets whose sum is what the vendor bills. Emitters differ in what their counts
// include. The emitter decides (emitters.ts), or the total that it reports.
import type { ToolUses } from '@tracewell/sdk/reading';
import type { TokenUsage } from '#records';

export interface ReportedUsage {
  input: number;
  output: number;
  /** The emitter's own total; undefined if it reports none. */
  total: number | undefined;
  cacheRead: number;
  cacheWrite: number;
  /** The part of it that is kept for an hour. */
  cacheWrite1h: number;
  reasoning: number;
  audioInput: number;
  audioOutput: number;
  /** The emitter is known to omit the cache from the input. */
  inputExcludesCache: boolean;
  /** The emitter is known to omit reasoning from the output. */
  outputExcludesReasoning?: boolean;
  /** The emitter, or the form of the counts, shows what input and output include. */
  isKnown?: boolean;
  /** Parts of input and output; undefined if the emitter does not count images. */
  imageInput?: number | undefined;
  imageOutput?: number | undefined;
  /** The parts of the cache reads that are audio and images; undefined if the emitter does not say. */
  cacheReadAudio?: number | undefined;
  cacheReadImage?: number | undefined;
  /** In the vendor's words. */
  speed?: string | undefined;
  inferenceGeo?: string | undefined;
  /** Uses of tools that the vendor ran. */
  tools?: ToolUses | undefined;
}

export function toBuckets(reported: ReportedUsage): TokenUsage {
  const { input, output, cacheRead, cacheWrite, reasoning } = reported;
  const cache = cacheRead + cacheWrite;
  const uncachedInput = cacheIsApart(reported, cache) ? input : input - cache;
  const outputText = reasoningIsApart(reported, cache) ? output : output - reasoning;
  const sum = uncachedInput + cache + outputText + reasoning;
  return {
    uncachedInput,
    cacheRead,
    cacheWrite,
    outputText,
    reasoning,
    audio: Math.min(reported.audioInput + reported.audioOutput, sum),
  };
}

/** The emitter's total minus input and output; undefined if it reports no total. */
const beyond = ({ input, output, total }: ReportedUsage): number | undefined =>
  total === undefined ? undefined : total - input - output;

/** A cache larger than the input cannot be part of it. This is the last resort, for unknown emitters. */
function cacheIsApart(reported: ReportedUsage, cache: number): boolean {
  if (cache === 0) return false;
  const { input, reasoning, inputExcludesCache } = reported;
  const more = beyond(reported);
  return (
    inputExcludesCache ||
    (more === cache && more !== reasoning) ||
    (more === cache + reasoning && reasoning > 0) ||
    cache > input
  );
}

/** Gemini's total comes from Google. If it equals input plus output, the output includes the thoughts. */
function reasoningIsApart(reported: ReportedUsage, cache: number): boolean {
  const { output, reasoning, outputExcludesReasoning = false } = reported;
  if (reasoning === 0) return false;
  const more = beyond(reported);
  return (
    (outputExcludesReasoning && more !== 0) ||
    more === reasoning ||
    more === cache + reasoning ||
    reasoning > output
  );
}

/** All input, whatever the emitter counts as such: the cache is a part of it. */
export const inputTokens = (usage: TokenUsage): number =>
  usage.uncachedInput + usage.cacheRead + usage.cacheWrite;

/** All output: reasoning is a part of it. */
export const outputTokens = (usage: TokenUsage): number => usage.outputText + usage.reasoning;

export const billedTokens = (usage: TokenUsage): number => inputTokens(usage) + outputTokens(usage);
