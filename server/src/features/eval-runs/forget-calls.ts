// What evaluation keeps about calls goes with the calls: their scores, by runs and by rules, their places in runs, and probes of the judge.
import { chunks } from '#lib/chunks';
import type { Writer } from '#metadata';
import { trajectoriesOf } from './execute/pick.ts';
import { selectItems } from './store.ts';

export async function forgetScores(db: Writer, accountId: string, callIds: readonly string[]): Promise<void> {
  const touched = new Set<number>();
  for (const ids of chunks(callIds)) {
    for (const table of ['eval_scores', 'judge_probes'] as const) {
      await db.deleteFrom(table).where('account_id', '=', accountId).where('call_id', 'in', ids).execute();
    }
    const runs = db.selectFrom('eval_runs').select('id').where('account_id', '=', accountId);
    const items = await db
      .deleteFrom('eval_run_items')
      .where('run_id', 'in', runs)
      .where('call_id', 'in', ids)
      .returning('run_id')
      .execute();
    for (const { run_id: id } of items) touched.add(id);
  }
  for (const id of touched) {
    const items = await selectItems(db, id);
    await db
      .updateTable('eval_runs')
      .set({ call_count: items.length, trace_count: trajectoriesOf(items).length })
      .where('id', '=', id)
      .execute();
  }
}

/** Runs of a project that is gone, with all that they made. */
export async function deleteProjectRuns(db: Writer, accountId: string, projectId: string): Promise<void> {
  const runs = db
    .selectFrom('eval_runs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId);
  await db
    .deleteFrom('eval_scores')
    .where('account_id', '=', accountId)
    .where('run_id', 'in', runs)
    .execute();
  await db
    .deleteFrom('eval_runs')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();
}
