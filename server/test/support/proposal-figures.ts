// The input of proposal detectors, with ordinary values unless a test overrides them.
import { priceBook } from '#otlp';
import type { TokenUsage } from '#records';
import type { ProposalFacts, ModelPricing, ScoredCall } from '../../src/features/proposals/detect/facts.ts';
import type { ClassFigures } from '../../src/features/proposals/records/class-figures.ts';
import type { RepeatFigures } from '../../src/features/proposals/records/repeated-inputs.ts';
import type { VersionFigures } from '../../src/features/proposals/records/prompt-versions.ts';

export const END_MS = Date.UTC(2026, 10, 15, 12);

/**
 * Dollars per million: expensive 10 / 30, cheap 1 / 3, and a model with cheap cache reads and expensive cache
 * writes.
 */
export const PRICES: ModelPricing = {
  atMs: END_MS,
  book: priceBook({
    account: [
      price('gpt-4o', 10, 30),
      price('gpt-4o-mini', 1, 3),
      price('claude-sonnet-5', 10, 30, 1, 12.5),
      price('gpt-4.1', 10, 30, 2),
    ],
  }),
};

function price(
  model: string,
  inputPerMTok: number,
  outputPerMTok: number,
  cacheReadPerMTok: number | null = null,
  cacheWritePerMTok: number | null = null,
) {
  return { provider: null, model, inputPerMTok, outputPerMTok, cacheReadPerMTok, cacheWritePerMTok };
}

export const usage = (changes: Partial<TokenUsage> = {}): TokenUsage => ({
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  outputText: 0,
  reasoning: 0,
  audio: 0,
  ...changes,
});

/**
 * 1,000 calls of 500 + 100 tokens to the expensive model, by its list price: 1,000 x (0.005 + 0.003) = 8
 * dollars.
 */
export const classFigures = (changes: Partial<ClassFigures> = {}): ClassFigures => ({
  project: 1,
  provider: 'openai',
  model: 'gpt-4o',
  classKind: 'prompt',
  className: 'classify',
  gateway: '',
  calls: 1_000,
  errors: 0,
  projectCostUsd: 20,
  costUsd: 8,
  withTools: 0,
  usage: usage({ uncachedInput: 500_000, outputText: 100_000 }),
  input: { p05: 200, p50: 500, p75: 600, p95: 900, max: 1_000 },
  outputP95: 150,
  dailyLeastInput: [100, 180, 300],
  slots: 900,
  callIds: ['c1', 'c2'],
  traceIds: ['t1'],
  ...changes,
});

export const repeatFigures = (changes: Partial<RepeatFigures> = {}): RepeatFigures => ({
  project: 1,
  provider: 'openai',
  model: 'gpt-4o',
  classKind: 'prompt',
  className: 'classify',
  calls: 500,
  repeats: 400,
  repeatsCostUsd: 3.2,
  most: 40,
  callIds: ['c1', 'c9'],
  traceIds: [],
  ...changes,
});

export const versionFigures = (changes: Partial<VersionFigures> = {}): VersionFigures => ({
  project: 1,
  prompt: 'greet',
  version: '1',
  calls: 1_000,
  errors: 10,
  costUsd: 10,
  errorsCostUsd: 0.1,
  firstSeenMs: END_MS - 20 * 86_400_000,
  lastSeenMs: END_MS - 1_000,
  callIds: [],
  traceIds: [],
  ...changes,
});

/** Scores of calls of one prompt and model, spread slightly around a mean. */
export const scored = (count: number, mean: number, changes: Partial<ScoredCall> = {}): ScoredCall[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    project: 1,
    provider: 'openai',
    model: 'gpt-4o',
    classKind: 'prompt',
    className: 'classify',
    prompt: 'classify',
    version: '1',
    ofEvalRun: false,
    source: '4',
    score: mean + ((at % 5) - 2) * 0.05,
    ...changes,
  }));

export const facts = (changes: Partial<ProposalFacts> = {}): ProposalFacts => ({
  endMs: END_MS,
  classes: [],
  repeats: [],
  versions: [],
  longContexts: [],
  scores: [],
  prompts: [],
  ...changes,
});
