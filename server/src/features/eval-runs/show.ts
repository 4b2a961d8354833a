import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Run, Score } from './schemas.ts';
import {
  criteriaIn,
  presentRun,
  presentScore,
  selectItems,
  selectRun,
  selectScores,
  tallies,
} from './store.ts';

export interface RunDetail {
  run: Run;
  scores: Score[];
  trajectoryScores: Score[];
}

export async function showRun(ctx: Context, id: number): Promise<RunDetail> {
  const row = await selectRun(ctx.db, ctx.account.id, ctx.project?.id ?? null, id);
  if (!row) throw notFound('Run');
  const [counted, items, scores] = await Promise.all([
    tallies(ctx.db, [id]),
    selectItems(ctx.db, id),
    selectScores(ctx.db, id),
  ]);
  const criteria = criteriaIn(row);
  const names = new Map(criteria.map((criterion) => [criterion.id, criterion.name]));
  const overTraces = new Set(criteria.filter(({ scope }) => scope === 'trajectory').map((each) => each.id));
  const keys = new Map(items.map((item) => [item.call_id, item.item_key]));
  const shown = scores.map((score) => presentScore(score, names, keys.get(score.call_id) ?? score.call_id));
  return {
    run: presentRun(row, counted.get(id)),
    scores: shown.filter(({ criterionId }) => !overTraces.has(criterionId)),
    trajectoryScores: shown.filter(({ criterionId }) => overTraces.has(criterionId)),
  };
}
