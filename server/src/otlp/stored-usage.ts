// Back from the columns of a stored call to the buckets it was priced by. Two facts were used up on the way in (usage.ts): whether
// the input included the cache, and whether the output included the reasoning. The total, which is the sum of the buckets, tells.
import type { TokenUsage } from '#records';

export interface StoredTokens {
  prompt: number;
  completion: number;
  total: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  audio: number;
}

/** Token counts may be fractions, whose sums are off by a little. */
const near = (left: number, right: number): boolean => Math.abs(left - right) < 1e-6 * Math.max(1, right);

export function bucketsFromStored(stored: StoredTokens): TokenUsage {
  const { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio } = stored;
  const cache = cacheRead + cacheWrite;
  let cacheApart = cache > prompt;
  let reasoningApart = reasoning > completion;
  const beyond = total - prompt - completion - (cacheApart ? cache : 0) - (reasoningApart ? reasoning : 0);
  if (near(beyond, cache + reasoning)) {
    cacheApart = true;
    reasoningApart = true;
    // With as much cache as reasoning the total says that one of them is apart: reasoning is so with Gemini, the cache hardly ever.
  } else if (!reasoningApart && near(beyond, reasoning)) reasoningApart = true;
  else if (!cacheApart && near(beyond, cache)) cacheApart = true;
  return {
    uncachedInput: cacheApart ? prompt : prompt - cache,
    cacheRead,
    cacheWrite,
    outputText: reasoningApart ? completion : completion - reasoning,
    reasoning,
    audio,
  };
}
