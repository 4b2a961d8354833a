// POST /v1/eval-rules/estimate: what a rule would score and cost, before it is created.
import { DAY_MS } from '#lib/clock';
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import { selectAggregate, selectCalls, type CallFilter } from '#records';
import { selectCriterion } from '#services/criteria';
import { costOfTokens, embedderSource, judgeSource, roughTokens, type ModelSource } from '#services/models';
import { filterOf, scopeOf, withPrompts } from '#services/record-access';
import type { Criterion } from '#services/scores';
import { selectRunSizes } from '../records/runs.ts';
import { requireSuitable } from '../require-rule.ts';
import type { RuleScope } from '../schemas.ts';
import { measuredCosts } from '../store.ts';
import { comparisonTokens, coveredDays, judgementTokens, ruleFigures, ESTIMATE_DAYS } from './figures.ts';
import type { RuleEstimate, RuleEstimateOrder } from './schemas.ts';

/** The newest ones. Reading more would hardly change the means. */
const SAMPLED = 100;
const NEWEST = { order: { by: 'timestamp', descending: true }, after: null, limit: SAMPLED } as const;

export async function estimateRule(
  ctx: Context,
  { criterionId, filter = {}, scope = 'call', samplePct }: RuleEstimateOrder,
): Promise<RuleEstimate> {
  const criterion = requireSuitable(scope, await selectCriterion(ctx.db, ctx.account.id, criterionId));
  const nowMs = ctx.clock.now();
  const { calls, days, sample } = await trafficOf(
    ctx,
    scope,
    await withPrompts(ctx, filterOf(filter)),
    nowMs,
  );
  const contentShare =
    sample.length === 0 ? 1 : sample.filter(({ hasContent }) => hasContent).length / sample.length;
  const price = await priceOf(ctx, criterion, sample, nowMs);
  const left = price.source && (await price.source.purse.left());
  const figures = ruleFigures(
    { calls, days, samplePct, contentShare },
    { costMicros: price.costMicros, leftMicros: left?.monthMicros ?? null },
  );
  return {
    windowDays: rounded(days),
    matchingCalls: calls,
    matchingPerDay: rounded(figures.matchingPerDay),
    contentPct: rounded(contentShare * 100),
    scoredPerDay: rounded(figures.scoredPerDay),
    basis: price.basis,
    model: price.model,
    measuredScores: price.measuredScores,
    sampledCalls: sample.length,
    inputTokens: price.tokens?.input ?? null,
    outputTokens: price.tokens?.output ?? null,
    costPerScoreUsd: dollars(price.costMicros),
    costPerDayUsd: dollars(figures.dayMicros),
    costPerMonthUsd: dollars(figures.monthMicros),
    budget: left && {
      connection: price.source?.connection ?? null,
      remainingUsd: dollars(left.monthMicros),
      remainingTodayUsd: dollars(left.dayMicros),
      lastsDays: figures.lastsDays === null ? null : rounded(figures.lastsDays),
    },
  };
}

const dollars = (micros: number | null): number | null => (micros === null ? null : usd(micros));
const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Size {
  totalTokens: number;
  completionTokens: number;
  hasContent: boolean;
}

interface Traffic {
  /** Calls, traces or sessions. */
  calls: number;
  days: number;
  sample: Size[];
}

async function trafficOf(ctx: Context, of: RuleScope, filter: CallFilter, nowMs: number): Promise<Traffic> {
  const startMs = Math.max(filter.startMs ?? 0, nowMs - ESTIMATE_DAYS * DAY_MS);
  const endMs = Math.min(filter.endMs ?? nowMs, nowMs);
  if (startMs >= endMs) return { calls: 0, days: ESTIMATE_DAYS, sample: [] };
  const wanted = { ...filter, startMs, endMs };
  const scope = scopeOf(ctx);
  if (of !== 'call') {
    const { runs, firstMs, newest } = await ctx.records.ask(scope, selectRunSizes(of, wanted, SAMPLED));
    return { calls: runs, days: coveredDays(firstMs, nowMs), sample: newest };
  }
  const [{ groups, total }, sample] = await Promise.all([
    ctx.records.ask(scope, selectAggregate(wanted, { axis: 'hour', metric: 'count' })),
    ctx.records.ask(scope, selectCalls(wanted, NEWEST)),
  ]);
  const [first] = groups;
  const firstMs = first === undefined ? null : Math.max(startMs, Date.parse(first.key));
  const sizes = sample.map(({ call: { totalTokens, completionTokens }, hasContent }) => ({
    totalTokens,
    completionTokens,
    hasContent,
  }));
  return { calls: total.count, days: coveredDays(firstMs, nowMs), sample: sizes };
}

interface Price extends Pick<RuleEstimate, 'basis' | 'model' | 'measuredScores'> {
  costMicros: number | null;
  tokens: { input: number; output: number } | null;
  source: ModelSource | null;
}

async function priceOf(
  ctx: Context,
  { id, type, rubric }: Criterion,
  sample: readonly Size[],
  nowMs: number,
): Promise<Price> {
  const none = { model: null, measuredScores: 0, tokens: null, source: null };
  const isJudge = type === 'llm_judge';
  if (!isJudge && type !== 'embedding_similarity') return { ...none, basis: 'free', costMicros: 0 };
  const source = await (isJudge ? judgeSource(ctx) : embedderSource(ctx));
  if (!source) return { ...none, basis: 'no_model', costMicros: null };
  const model = `${source.config.provider}/${source.config.model}`;
  const tokens = (isJudge ? judgementTokens : comparisonTokens)(roughTokens(rubric), sample);
  const byTokens = costOfTokens(source, tokens, nowMs);
  const known = { ...none, model, source };
  // Without a price, past scores count as free, and so would their mean.
  if (byTokens === null) return { ...known, basis: 'unknown_price', costMicros: null };
  // Only a judge is stored with its scores.
  const measured = await measuredCosts(ctx.db, ctx.account.id, id, isJudge ? model : null);
  return measured.scores > 0
    ? { ...known, basis: 'measured', measuredScores: measured.scores, costMicros: measured.meanMicros }
    : { ...known, basis: 'tokens', tokens, costMicros: byTokens };
}
