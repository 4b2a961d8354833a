// GET /v1/experiments/{id}/leaderboard: the variants by score, each with its intervals and compared with the
// baseline item by item, by the same statistics as runs.
import { clamp } from '#lib/stats/interval';
import { pairedMean } from '#lib/stats/mean-difference';
import { wilson } from '#lib/stats/wilson';
import { usd } from '#lib/money';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import type { Criterion } from '#services/scores';
import { compareScores, gateVerdict, type ScoredCriterion } from '#services/score-comparison';
import { figuresOfCells, scoresOfCell, type CellFigures, type CellScoreTriple } from './cells.ts';
import type { Leaderboard, LeaderboardEntry, ShareInterval } from './leaderboard-schemas.ts';
import { requireExperiment } from './show.ts';
import { criteriaOfExperiment, type ExperimentRow } from './store.ts';
import { openVariants } from './variants.ts';
import { chooseWinner } from './winner.ts';

export async function showLeaderboard(ctx: Context, id: string): Promise<Leaderboard> {
  const row = await requireExperiment(ctx, ctx.db, id);
  return leaderboardOf(ctx, row);
}

export async function leaderboardOf(ctx: Context, row: ExperimentRow): Promise<Leaderboard> {
  const keys = await ctx.contentKeys.load(ctx.account);
  const names = openVariants(keys, row.id, row.variants).map(({ name }) => name);
  const cells: CellFigures[] = [];
  for await (const page of figuresOfCells(ctx.db, row.id))
    for (const cell of page) if (cell.status !== 'uploaded') cells.push(cell);
  const board = rankVariants(names, criteriaOfExperiment(row), row.baseline, cells);
  // Looking again and again until one variant is ahead would make chance win.
  return row.status === 'done' ? board : { ...board, winner: null, verdict: null };
}

/** A cell with its scores, parsed once. */
interface Scored {
  cell: CellFigures;
  scores: readonly CellScoreTriple[];
}

type RankedCriterion = Pick<Criterion, 'id' | 'name' | 'scaleMin' | 'scaleMax' | 'scoreType'>;

/** Pure, for tests. `cells` have an outcome. */
export function rankVariants(
  names: readonly string[],
  criteria: readonly RankedCriterion[],
  baseline: number,
  cells: readonly CellFigures[],
): Leaderboard {
  const parsed = cells.map((cell): Scored => ({ cell, scores: scoresOfCell(cell) }));
  const byVariant = Map.groupBy(parsed, ({ cell }) => cell.variant);
  const own = names.map((_, variant) => byVariant.get(variant) ?? []);
  const scored = own.map((each) => scoredCriteria(criteria, each));
  const entries = names.map((name, variant) => {
    const each = own[variant] ?? [];
    const comparison =
      variant === baseline || criteria.length === 0
        ? null
        : compared(scored[baseline] ?? [], scored[variant] ?? [], sameOutputs(own[baseline] ?? [], each));
    return { ...entryOf(name, variant, scored[variant] ?? [], each), comparison };
  });
  const ranked = entries.toSorted(
    (one, other) =>
      (other.score?.mean ?? -1) - (one.score?.mean ?? -1) ||
      one.costUsd - other.costUsd ||
      one.variant - other.variant,
  );
  return { baseline, ...chooseWinner(baseline, ranked) };
}

const itemKey = ({ position }: CellFigures): string => `item ${position}`;
const callKey = ({ position, repetition }: CellFigures): string => `${position}/${repetition}`;

/** A criterion does not apply to an item without an expected output, in any variant. */
function scoredCriteria(criteria: readonly RankedCriterion[], cells: readonly Scored[]): ScoredCriterion[] {
  const triples = cells.flatMap(({ cell, scores }) => scores.map((triple) => ({ cell, triple })));
  const byCriterion = Map.groupBy(triples, ({ triple: [criterion] }) => criterion);
  const failed = cells.filter(({ cell }) => cell.status === 'failed').length;
  return criteria.map(({ id, name, scaleMin, scaleMax, scoreType }) => {
    const outcomes = byCriterion.get(id) ?? [];
    const scores = outcomes.flatMap(({ cell, triple: [, score] }) =>
      score === null ? [] : [{ itemKey: itemKey(cell), callId: callKey(cell), score }],
    );
    return {
      criterionId: id,
      name,
      scaleMin,
      scaleMax,
      scoreType,
      scores,
      unscored: outcomes.length - scores.length + failed,
    };
  });
}

function compared(
  before: readonly ScoredCriterion[],
  after: readonly ScoredCriterion[],
  same: number | null,
): Omit<NonNullable<LeaderboardEntry['comparison']>, 'pBetter'> {
  const comparison = compareScores(before, after);
  const { criterionDeltas, overall, verdict, explanation } = comparison;
  const { pass, verdict: decision, violations, cautions } = gateVerdict({ ...comparison, sameOutputs: same });
  return {
    verdict,
    explanation,
    overall,
    criterionDeltas,
    gate: {
      pass,
      verdict: decision === 'no_baseline' ? 'inconclusive' : decision,
      violations,
      cautions,
    },
  };
}

/** The number of items if every answer is the same as the baseline's. */
function sameOutputs(before: readonly Scored[], after: readonly Scored[]): number | null {
  const known = new Map(before.map(({ cell }) => [callKey(cell), cell.output_digest]));
  const shared = after.filter(({ cell }) => cell.output_digest !== null && known.get(callKey(cell)));
  const same = shared.every(({ cell }) => known.get(callKey(cell)) === cell.output_digest);
  return same && shared.length > 0 ? shared.length : null;
}

function entryOf(
  name: string,
  variant: number,
  scored: readonly ScoredCriterion[],
  own: readonly Scored[],
): Omit<LeaderboardEntry, 'comparison'> {
  const cells = own.map(({ cell }) => cell);
  const done = cells.filter(({ status }) => status === 'done');
  const micros = cells.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
  const [good, bad] = (['good', 'bad'] as const).map(
    (wanted) => cells.filter(({ verdict }) => verdict === wanted).length,
  ) as [number, number];
  return {
    variant,
    name,
    doneCount: done.length,
    failedCount: cells.length - done.length,
    invalidOutputs: done.some(({ output_valid: valid }) => valid !== null)
      ? done.filter(({ output_valid: valid }) => valid === 0).length
      : null,
    score: meanOf(itemMeans(own)),
    criteria: scored.map((criterion) => ({
      criterionId: criterion.criterionId,
      name: criterion.name,
      count: criterion.scores.length,
      unscoredCount: criterion.unscored ?? 0,
      score: meanOf(itemMeans(own, criterion.criterionId)),
    })),
    costUsd: usd(micros),
    costPerAnswerUsd: done.length === 0 ? null : usd(micros / done.length),
    latencyMs: percentiles(done.flatMap(({ latency_ms: ms }) => ms ?? [])),
    inputTokens: total(done, 'input_tokens'),
    outputTokens: total(done, 'output_tokens'),
    human:
      good + bad === 0 ? null : { good, bad, ...interval(good / (good + bad), wilson(good, good + bad)) },
  };
}

const total = (cells: readonly CellFigures[], column: 'input_tokens' | 'output_tokens'): number =>
  cells.reduce((sum, cell) => sum + (cell[column] ?? 0), 0);

/** One value for each item: the mean of its normalised scores, over repetitions and criteria. */
function itemMeans(cells: readonly Scored[], criterionId: number | null = null): number[] {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { cell, scores } of cells)
    for (const [criterion, , normalized] of scores) {
      if (normalized === null || (criterionId !== null && criterion !== criterionId)) continue;
      const sum = sums.getOrInsertComputed(cell.position, () => ({ sum: 0, count: 0 }));
      sum.sum += normalized;
      sum.count += 1;
    }
  return [...sums.values()].map(({ sum, count }) => sum / count);
}

function meanOf(values: readonly number[]): ShareInterval | null {
  const found = pairedMean(values, 1);
  return found && interval(found.difference, found.interval);
}

const interval = (mean: number, range: { low: number; high: number } | null): ShareInterval => ({
  mean: tidy(mean),
  low: tidy(clamp(range?.low ?? 0, 0, 1)),
  high: tidy(clamp(range?.high ?? 1, 0, 1)),
});

function percentiles(values: readonly number[]): LeaderboardEntry['latencyMs'] {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
