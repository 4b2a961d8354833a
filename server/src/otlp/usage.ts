// Token counts as disjoint buckets whose sum is what the vendor bills. Emitters differ in what their numbers include: who sent them
// tells (emitters.ts), or the total that they give.
import type { TokenUsage } from '#records';

export interface ReportedUsage {
  input: number;
  output: number;
  /** The emitter's own total; undefined when it gives none. */
  total: number | undefined;
  cacheRead: number;
  cacheWrite: number;
  /** Of it, what is to be kept for an hour. */
  cacheWrite1h: number;
  reasoning: number;
  audioInput: number;
  audioOutput: number;
  /** The emitter is known never to count the cache into the input. */
  inputExcludesCache: boolean;
  /** The emitter is known to count reasoning beside the output, not into it. */
  outputExcludesReasoning?: boolean;
  /** Parts of input and output; undefined when the emitter does not count images. */
  imageInput?: number | undefined;
  imageOutput?: number | undefined;
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

/** What the emitter's total has beyond input and output; undefined: it gives no total. */
const beyond = ({ input, output, total }: ReportedUsage): number | undefined =>
  total === undefined ? undefined : total - input - output;

/** A cache that is larger than the input cannot be a part of it. That is the last resort, for emitters that nobody knows. */
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

/** The total of Gemini is Google's own, so one without the thoughts beside the output says that the output has them. */
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

export const billedTokens = (usage: TokenUsage): number =>
  usage.uncachedInput + usage.cacheRead + usage.cacheWrite + usage.outputText + usage.reasoning;
