// Token counts as disjoint buckets whose sum is what the vendor bills. Emitters differ in what their numbers include, and only
// the numbers themselves tell.
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
}

export function toBuckets(reported: ReportedUsage): TokenUsage {
  const { input, output, cacheRead, cacheWrite, reasoning } = reported;
  const cache = cacheRead + cacheWrite;
  // By the convention the input includes the cache; where the cache is the larger, it cannot.
  const uncachedInput = reported.inputExcludesCache || cache > input ? input : input - cache;
  const outputText = reasoningIsApart(reported) ? output : output - reasoning;
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

/** Gemini's thoughts are counted beside the output by most instrumentations of it, and their total shows it. */
function reasoningIsApart({ input, output, total, reasoning }: ReportedUsage): boolean {
  if (reasoning === 0) return false;
  return reasoning > output || total === input + output + reasoning;
}

export const billedTokens = (usage: TokenUsage): number =>
  usage.uncachedInput + usage.cacheRead + usage.cacheWrite + usage.outputText + usage.reasoning;
