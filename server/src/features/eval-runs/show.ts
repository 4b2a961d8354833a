import { notFound } from '#lib/app-error';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import type { RunDetail } from './schemas.ts';
import { criteriaIn, presentRun, scorePages, selectRunItems, selectRun, tallies } from './store.ts';
import { presentScore } from '#services/scores';

export async function showRun(ctx: Context, id: number, budget: AnswerBudget): Promise<WrittenAnswer> {
  const row = await selectRun(ctx.db, ctx.account.id, ctx.project?.id ?? null, id);
  if (!row) throw notFound('Run');
  const [counted, items] = await Promise.all([tallies(ctx.db, [id]), selectRunItems(ctx.db, id)]);
  const criteria = criteriaIn(row);
  const names = new Map(criteria.map((criterion) => [criterion.id, criterion.name]));
  const overTraces = new Set(criteria.filter(({ scope }) => scope === 'trajectory').map((each) => each.id));
  const keys = new Map(items.map((item) => [item.call_id, item.item_key]));
  const answer: RunDetail = {
    run: presentRun(row, counted.get(id)),
    scores: [],
    trajectoryScores: [],
    truncated: false,
  };
  for await (const page of scorePages(ctx.db, id)) {
    for (const score of page) {
      const shown = asJson(presentScore(score, names, keys.get(score.call_id) ?? score.call_id));
      answer.truncated = !budget.take(shown.bytes);
      if (answer.truncated) return new WrittenAnswer(answer);
      const list = overTraces.has(score.criterion_id) ? answer.trajectoryScores : answer.scores;
      list.push(shown);
    }
  }
  return new WrittenAnswer(answer);
}
