import type { Static } from 'typebox';
import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import type { Context } from '#core/context';
import { selectCriterion } from '#services/criteria';
import { presentScore, type Score } from '#services/scores';
import { requireRule } from './require-rule.ts';
import { selectRuleScores } from './store.ts';

export async function listScores(
  ctx: Context,
  id: number,
  query: PageQuery,
): Promise<{ scores: Static<typeof Score>[]; nextCursor: string | null }> {
  const rule = await requireRule(ctx, ctx.db, id);
  const page = pageByNumber(query);
  const [criterion, rows] = await Promise.all([
    selectCriterion(ctx.db, ctx.account.id, rule.criterion_id),
    selectRuleScores(ctx.db, ctx.account.id, id, page),
  ]);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  const names = new Map(criterion ? [[criterion.id, criterion.name]] : []);
  return { scores: shown.map((row) => presentScore(row, names, row.call_id)), nextCursor };
}
