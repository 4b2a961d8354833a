import type { Page } from '#core/paging';
import type { Reader } from '#metadata';

/** Newest first, with the name of the run or rule behind each score. */
export const selectCallScores = (
  db: Reader,
  accountId: string,
  callId: string,
  { after, limit }: Page<number>,
) =>
  db
    .selectFrom('eval_scores')
    .leftJoin('eval_runs', 'eval_runs.id', 'eval_scores.run_id')
    .leftJoin('eval_rules', 'eval_rules.id', 'eval_scores.rule_id')
    .selectAll('eval_scores')
    .select((eb) => [
      'eval_runs.name as run_name',
      'eval_runs.project_id as run_project',
      'eval_rules.name as rule_name',
      'eval_rules.project_id as rule_project',
      eb
        .selectFrom('eval_run_items as item')
        .select((item) => item.fn.min('item.item_key').as('key'))
        .whereRef('item.run_id', '=', 'eval_scores.run_id')
        .whereRef('item.call_id', '=', 'eval_scores.call_id')
        .as('item_key'),
    ])
    .where('eval_scores.account_id', '=', accountId)
    .where('eval_scores.call_id', '=', callId)
    .$if(after !== null, (query) => query.where('eval_scores.id', '<', after ?? 0))
    .orderBy('eval_scores.id', 'desc')
    .limit(limit + 1)
    .execute();

export type CallScoreRow = Awaited<ReturnType<typeof selectCallScores>>[number];
