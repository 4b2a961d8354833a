// Lists all scores of one call, by runs and by rules. Anyone who can see the call sees its scores. Names of
// runs and rules are shown only to those who can see the run or rule.
import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { cutPage, pageByNumber, type PageQuery } from '#core/paging';
import { criteriaOf } from '#services/criteria';
import { scopeOf } from '#services/record-access';
import { presentScore } from '#services/scores';
import type { CallScore } from './schemas.ts';
import { selectCallScores, type CallScoreRow } from './store.ts';
import { selectCallLocation } from '#records';

export async function listCallScores(
  ctx: Context,
  callId: string,
  query: PageQuery,
): Promise<{ scores: CallScore[]; nextCursor: string | null }> {
  const page = pageByNumber(query);
  if (!(await ctx.records.ask(scopeOf(ctx), selectCallLocation(callId)))) throw notFound('Call');
  const [criteria, rows] = await Promise.all([
    criteriaOf(ctx.db, ctx.account.id),
    selectCallScores(ctx.db, ctx.account.id, callId, page),
  ]);
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  const scores = shown.map((row) =>
    Object.assign(
      presentScore(row, names, row.item_key ?? row.call_id),
      makersOf(row, ctx.project?.id ?? null),
    ),
  );
  return { scores, nextCursor };
}

function makersOf(row: CallScoreRow, project: string | null): Pick<CallScore, 'run' | 'rule'> {
  const shown = (name: string | null, of: string | null) =>
    project === null || of === project ? name : null;
  return {
    run: row.run_id === null ? null : { id: row.run_id, name: shown(row.run_name, row.run_project) },
    rule: row.rule_id === null ? null : { id: row.rule_id, name: shown(row.rule_name, row.rule_project) },
  };
}
