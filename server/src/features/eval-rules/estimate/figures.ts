// The arithmetic of an estimate: what a rule would score and cost, from the calls of the last days.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { MAX_MATERIAL_TOKENS } from '#services/conversation';
import { JUDGE_TOKENS } from '#services/scores';
import { MOST_CALLS } from '../score/score-rule.ts';

export const ESTIMATE_DAYS = 7;
const MONTH_DAYS = 30;
/** What one round scores, round after round. */
const MOST_PER_DAY = MOST_CALLS * (DAY_MS / MINUTE_MS);
/** Tokens of a call that has no counts. */
const USUAL_CALL_TOKENS = 1_000;
const USUAL_OUTPUT_TOKENS = 300;
/** An embedding model gets at most 8,000 characters of a text. */
const MOST_COMPARED_TOKENS = 2_000;

/**
 * Days that the calls cover. Traffic that began yesterday is no seventh of what the next days bring.
 */
export const coveredDays = (firstMs: number | null, nowMs: number): number =>
  firstMs === null ? ESTIMATE_DAYS : Math.min(ESTIMATE_DAYS, Math.max(1, (nowMs - firstMs) / DAY_MS));

/** Tokens of one judgement of calls like these. */
export function judgementTokens(
  rubricTokens: number,
  calls: readonly { totalTokens: number }[],
): { input: number; output: number } {
  const ofCall = meanOf(
    calls.map(({ totalTokens }) => Math.min(totalTokens, MAX_MATERIAL_TOKENS)),
    USUAL_CALL_TOKENS,
  );
  return { input: rubricTokens + JUDGE_TOKENS.asked + ofCall, output: JUDGE_TOKENS.likely };
}

/** Tokens of one comparison: the output and the reference text are read, and nothing is written. */
export function comparisonTokens(
  rubricTokens: number,
  calls: readonly { completionTokens: number }[],
): { input: number; output: number } {
  const ofOutput = meanOf(
    calls.map(({ completionTokens }) => Math.min(completionTokens, MOST_COMPARED_TOKENS)),
    USUAL_OUTPUT_TOKENS,
  );
  return { input: Math.min(rubricTokens, MOST_COMPARED_TOKENS) + ofOutput, output: 0 };
}

/** Only calls with counts are used. */
function meanOf(tokens: readonly number[], otherwise: number): number {
  const counted = tokens.filter((one) => one > 0);
  if (counted.length === 0) return otherwise;
  return Math.round(counted.reduce((sum, one) => sum + one, 0) / counted.length);
}

interface RuleTraffic {
  calls: number;
  days: number;
  samplePct: number;
  /** Part of the calls that can be scored, because their content is stored: 0 to 1. */
  contentShare: number;
}

interface RuleMoney {
  /** The cost of one score; null if it is unknown. */
  costMicros: number | null;
  /** Null without a limit. */
  leftMicros: number | null;
}

interface RuleFigures {
  matchingPerDay: number;
  scoredPerDay: number;
  dayMicros: number | null;
  monthMicros: number | null;
  /** How long the rest of the budget lasts; null if it does not end. */
  lastsDays: number | null;
}

export function ruleFigures(
  { calls, days, samplePct, contentShare }: RuleTraffic,
  { costMicros, leftMicros }: RuleMoney,
): RuleFigures {
  const matchingPerDay = calls / days;
  const scoredPerDay = Math.min((matchingPerDay * samplePct) / 100, MOST_PER_DAY) * contentShare;
  const dayMicros = costMicros === null ? null : scoredPerDay * costMicros;
  return {
    matchingPerDay,
    scoredPerDay,
    dayMicros,
    monthMicros: dayMicros === null ? null : dayMicros * MONTH_DAYS,
    lastsDays: dayMicros === null || dayMicros === 0 || leftMicros === null ? null : leftMicros / dayMicros,
  };
}
