// All thresholds for proposals; docs/proposals.md explains them.
import { DAY_MS } from '#lib/clock';

/** The window in days, or less if retention is shorter. */
export const WINDOW_DAYS = 30;
export const MONTH_DAYS = 30;

/** A saving below either limit is not proposed. */
export const MIN_SAVING_USD = 1;
export const MIN_SHARE_OF_SPEND = 0.02;

/** A decided proposal opens again when it has grown by this factor. */
export const GROWN = 2;

export const CHEAPER_MODEL = {
  leastCalls: 100,
  /** A class is simple if all of these hold. */
  mostInputP95: 4_000,
  mostOutputP95: 300,
  mostToolShare: 0.01,
  mostErrorRate: 0.02,
  mostReasoningShare: 0.2,
  /** Used with scores: this many on each side, by the same criterion. */
  leastScores: 20,
  mostErrorRateScored: 0.05,
  /** A lower mean with a p-value below this counts against the model. */
  worseAt: 0.05,
  /** For mean scores from 0 to 1: an interval that does not reach further below counts as close. */
  closeDrop: 0.05,
  /** Share of the current cost. A more expensive model is not worth a change. */
  mostCostShare: 0.9,
} as const;

export const PROMPT_CACHING = {
  leastCalls: 100,
  /** The minimum that providers cache, unless the model is listed below. */
  leastTokens: 1_024,
  leastTokensOf: [
    { provider: 'anthropic', model: /haiku|opus-4-[5-9]|opus-[5-9]/, tokens: 4_096 },
    { provider: 'google', model: /pro/, tokens: 4_096 },
  ],
  mostCachedShare: 0.05,
  /** The common prefix is at least this share of a typical input. */
  leastShareOfMedian: 0.6,
  /** The spread of the daily minimum, relative to its median. */
  mostSpread: 0.15,
  /** The share of calls in the same five minutes as a previous one. */
  leastWarmShare: 0.5,
} as const;

export const REPEATED_CALLS = { perDay: 2, leastRepeats: 20 } as const;

export const FAILING_VERSION = {
  leastCalls: 100,
  leastErrors: 5,
  /** Confidence of the intervals, which must not overlap. */
  confidence: 0.99,
  leastScores: 20,
  scoresAt: 0.01,
  /** Drop of the mean score, 0 to 1. */
  leastDrop: 0.05,
  /** Versions without recent calls are ignored. */
  usedWithinMs: 7 * DAY_MS,
} as const;

export const LONG_CONTEXT = {
  leastClassCalls: 50,
  /** The longest call of a thread must reach this multiple of the class median and this many tokens. */
  timesMedian: 3,
  leastTokens: 8_000,
  leastCalls: 5,
  leastGrowth: 0.7,
  mostOutputGrowth: 0.3,
  leastThreads: 3,
  leastLongCalls: 20,
} as const;
