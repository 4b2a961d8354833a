import { fieldError, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import {
  compareScores,
  type ScoreComparison as Compared,
  type ScoredCriterion,
} from '#services/score-comparison';
import type { Comparison } from './compare-schemas.ts';
import { MAX_RECENT } from './schemas.ts';
import {
  criteriaIn,
  presentRun,
  selectRunItems,
  selectRun,
  selectPlainScores,
  tallies,
  type RunRow,
} from './store.ts';

export async function compareRuns(
  ctx: Context,
  { baseline, candidate }: { baseline: number; candidate: number },
): Promise<Comparison> {
  const [before, after] = await Promise.all([
    requireRun(ctx, 'baseline', baseline),
    requireRun(ctx, 'candidate', candidate),
  ]);
  requireCompleted('baseline', before);
  requireCompleted('candidate', after);
  requireSameSplit(before, after);
  const [counted, compared] = await Promise.all([
    tallies(ctx.db, [baseline, candidate]),
    comparison(ctx, before, after),
  ]);
  return {
    baseline: presentRun(before, counted.get(baseline)),
    candidate: presentRun(after, counted.get(candidate)),
    ...compared,
  };
}

/** The query parameter that names a run. */
type Side = 'baseline' | 'candidate';

export async function requireRun(ctx: Context, side: Side, id: number): Promise<RunRow> {
  const run = await selectRun(ctx.db, ctx.account.id, ctx.project?.id ?? null, id);
  if (!run) throw unknownId(side, 'Run not found.');
  return run;
}

/** Comparing an unfinished run would use whatever scores it has so far. */
export function requireCompleted(side: Side, { id, status }: RunRow): void {
  if (status === 'completed') return;
  throw fieldError(
    'conflict',
    'run_not_completed',
    side,
    `Run ${id} is ${status}. Only completed runs can be compared.`,
  );
}

/** The difference of two splits would count as a difference of two versions. */
export function requireSameSplit(before: RunRow, after: RunRow): void {
  if (before.dataset_id === null || before.dataset_id !== after.dataset_id) return;
  if (before.split === after.split) return;
  const named = ({ id, split }: RunRow) =>
    `run ${id} ${split === null ? 'all items' : `the split "${split}"`}`;
  throw fieldError(
    'conflict',
    'split_differs',
    'baseline',
    `The runs cover different items of the dataset: ${named(before)}, ${named(after)}.`,
  );
}

export async function comparison(ctx: Context, before: RunRow, after: RunRow): Promise<Compared> {
  const [left, right] = await Promise.all([scoredCriteria(ctx, before), scoredCriteria(ctx, after)]);
  return compareScores(left, right, { itemsAllowed: itemsAllowed(ctx, before, after) });
}

function itemsAllowed({ account }: Context, { source }: RunRow, { source: other }: RunRow): number | null {
  if (source !== other) return null;
  return source === 'dataset' ? account.datasetItems : MAX_RECENT;
}

/** These are not failures: the criterion does not apply to such an item, in any run. */
const NOT_APPLICABLE: ReadonlySet<string | null> = new Set(['no_trace', 'no_expected_output']);

/** Includes criteria without any score, so that their absence shows. */
async function scoredCriteria(ctx: Context, run: RunRow): Promise<ScoredCriterion[]> {
  const [items, rows] = await Promise.all([
    selectRunItems(ctx.db, run.id),
    selectPlainScores(ctx.db, run.id),
  ]);
  const keys = new Map(items.map((item) => [item.call_id, item.item_key]));
  const byCriterion = Map.groupBy(rows, ({ criterion_id: id }) => id);
  return criteriaIn(run).map(({ id, name, scaleMin, scaleMax, scoreType }) => {
    const outcomes = byCriterion.get(id) ?? [];
    const scored = outcomes.filter(({ status }) => status === 'scored');
    const failed = outcomes.filter(({ status }) => status !== 'scored');
    return {
      criterionId: id,
      name,
      scaleMin,
      scaleMax,
      scoreType,
      scores: scored.map((row) => ({
        itemKey: itemKeyIn(run, keys.get(row.call_id)),
        callId: row.call_id,
        score: row.score ?? 0,
      })),
      unscored: failed.filter(({ reason }) => !NOT_APPLICABLE.has(reason)).length,
    };
  });
}

/** Items are numbered within their dataset, so the key includes the dataset. */
function itemKeyIn(
  { source, dataset_id: dataset, item_tag: tag }: RunRow,
  item: string | undefined,
): string | null {
  if (item === undefined) return null;
  if (source === 'dataset') return `${dataset}/${item}`;
  return tag === null ? null : item;
}
