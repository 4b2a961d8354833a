// Deletes evaluation data together with its calls: scores by runs and rules, items of runs, and probes of the
// judge.
import { chunks } from '#lib/chunks';
import type { Reader, Writer } from '#metadata';
import type { CallRef } from '#records';
import { trajectoriesOf } from './execute/pick.ts';
import { selectRunItems } from './store.ts';

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
    const items = await selectRunItems(db, id);
    await db
      .updateTable('eval_runs')
      .set({ call_count: items.length, trace_count: trajectoriesOf(items).length })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Scores of whole traces and sessions that contained a deleted call. Those of the whole account are about the calls of
 * every project.
 */
export async function forgetRunScores(
  db: Writer,
  accountId: string,
  /** Null for all projects. */
  projectId: string | null,
  lost: { trace_id: readonly string[]; session_id: readonly string[] },
): Promise<void> {
  for (const column of ['trace_id', 'session_id'] as const)
    for (const ids of chunks(lost[column])) {
      await db
        .deleteFrom('eval_scores')
        .where('account_id', '=', accountId)
        .where(column, 'in', ids)
        .$if(projectId !== null, (query) =>
          query.where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)])),
        )
        .execute();
    }
}

/** Calls that runs generated from items made from these calls, because they contain the same content. */
export async function selectCallsOfRunsFrom(
  db: Reader,
  accountId: string,
  callIds: readonly string[],
): Promise<CallRef[]> {
  const made: CallRef[] = [];
  for (const ids of chunks(callIds)) {
    const rows = await db
      .selectFrom('eval_run_items as item')
      .innerJoin('eval_runs as run', 'run.id', 'item.run_id')
      .select(['item.call_id', 'item.call_timestamp'])
      .where('run.account_id', '=', accountId)
      .where('item.source_call_id', 'in', ids)
      .execute();
    made.push(...rows.map((row) => ({ id: row.call_id, timestampMs: row.call_timestamp })));
  }
  return made;
}

/** Deletes the runs of a deleted project with everything they produced. */
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
