// Stored columns of calls that report their tokens in every possible way, and the buckets they stand for.
// Both the computation for one call and the engine's computation for many are checked against them.

export interface StoredTokensCase {
  prompt: number;
  completion: number;
  total: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  audio: number;
}

const NONE = { cacheRead: 0, cacheWrite: 0, reasoning: 0, audio: 0 };
const PLAIN = { ...NONE, prompt: 100, completion: 50, total: 150 };

const bucket = (uncachedInput: number, outputText: number, of: StoredTokensCase) => ({
  uncachedInput,
  cacheRead: of.cacheRead,
  cacheWrite: of.cacheWrite,
  outputText,
  reasoning: of.reasoning,
  audio: of.audio,
});

const tokens = (
  uncachedInput: number,
  outputText: number,
  changes: Partial<StoredTokensCase>,
): { stored: StoredTokensCase; buckets: ReturnType<typeof bucket> } => {
  const stored = { ...PLAIN, ...changes };
  return { stored, buckets: bucket(uncachedInput, outputText, stored) };
};

export const STORED_TOKENS = [
  tokens(100, 50, {}),
  tokens(50, 50, { cacheRead: 40, cacheWrite: 10 }),
  // The cache is reported in addition to the input: detected by the total, or because it exceeds the input.
  tokens(100, 50, { total: 190, cacheRead: 30, cacheWrite: 10 }),
  tokens(10, 50, { prompt: 10, total: 110, cacheRead: 30, cacheWrite: 20 }),
  // Reasoning is part of the output, or reported in addition to it in the same two ways.
  tokens(100, 30, { reasoning: 20 }),
  tokens(100, 50, { total: 170, reasoning: 20 }),
  tokens(100, 5, { completion: 5, total: 125, reasoning: 20 }),
  // Both in addition; and one of two equal counts, which is the reasoning.
  tokens(100, 50, { total: 200, cacheRead: 30, reasoning: 20 }),
  tokens(80, 50, { total: 170, cacheRead: 20, reasoning: 20 }),
  tokens(0, 0, { prompt: 0, completion: 0, total: 0 }),
  tokens(100.5, 0.25, { prompt: 100.5, completion: 0.25, total: 130.75, cacheRead: 30, audio: 3 }),
  // A total that explains nothing.
  tokens(95, 43, { total: 9_999, cacheRead: 5, reasoning: 7 }),
];
