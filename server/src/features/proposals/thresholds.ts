// When something is worth telling, all in one place; docs/proposals.md says the same in words.
import { DAY_MS } from '#lib/clock';

/** What proposals are worked out from: so many days up to now, or as many as are retained. */
export const WINDOW_DAYS = 30;
export const MONTH_DAYS = 30;

/** Less than either is not told. */
export const LEAST_SAVING_USD = 1;
export const LEAST_SHARE_OF_SPEND = 0.02;

/** A decision is asked for again when what it was about has grown by this. */
export const GROWN = 2;

export const CHEAPER_MODEL = {
  leastCalls: 100,
  /** A class is plainly simple when all of these hold. */
  mostInputP95: 4_000,
  mostOutputP95: 300,
  mostToolShare: 0.01,
  mostErrorRate: 0.02,
  mostReasoningShare: 0.2,
  /** With scores, these do: so many on each side, by the same criterion. */
  leastScores: 20,
  mostErrorRateScored: 0.05,
  /** A lower mean that is as sure as this speaks against the model. */
  worseAt: 0.05,
  /** Of the mean score, 0 to 1: an interval that does not reach below counts as close. */
  closeDrop: 0.05,
  /** Of what the class costs: a model that is dearer than this is not worth a change. */
  mostCostShare: 0.9,
} as const;

export const PROMPT_CACHING = {
  leastCalls: 100,
  /** What providers cache at least, unless their model is in the list. */
  leastTokens: 1_024,
  leastTokensOf: [
    { provider: 'anthropic', model: /haiku|opus-4-[5-9]|opus-[5-9]/, tokens: 4_096 },
    { provider: 'google', model: /pro/, tokens: 4_096 },
  ],
  mostCachedShare: 0.05,
  /** The shared beginning is at least this much of a usual input. */
  leastShareOfMedian: 0.6,
  /** How far the least inputs of days may lie apart, by their median. */
  mostSpread: 0.15,
  /** Calls that come in the same five minutes as one before them. */
  leastWarmShare: 0.5,
} as const;

export const REPEATED_CALLS = { perDay: 2, leastRepeats: 20 } as const;

export const FAILING_VERSION = {
  leastCalls: 100,
  leastErrors: 5,
  /** Of the intervals that must lie apart. */
  confidence: 0.99,
  leastScores: 20,
  scoresAt: 0.01,
  /** Of the mean score, 0 to 1. */
  leastDrop: 0.05,
  /** Versions that nobody uses any more are left alone. */
  usedWithinMs: 7 * DAY_MS,
} as const;

export const LONG_CONTEXT = {
  leastClassCalls: 50,
  /** Times the median of the class, and tokens: what the longest call of a thread must reach. */
  timesMedian: 3,
  leastTokens: 8_000,
  leastCalls: 5,
  leastGrowth: 0.7,
  mostOutputGrowth: 0.3,
  leastThreads: 3,
  leastLongCalls: 20,
} as const;
