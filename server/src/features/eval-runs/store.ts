import type { Insertable, Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import { usd } from '#lib/money';
import type { Criterion, ScoreRow } from '#services/scores';
import type { Page } from '#core/paging';
import type { EvalRunItemsTable, EvalRunsTable, EvalScoresTable, Reader, Writer } from '#metadata';
import type { Run } from './schemas.ts';

export type RunRow = Selectable<EvalRunsTable>;
export type StoredItemRow = Selectable<EvalRunItemsTable>;

/** With its texts opened. */
export interface ItemRow extends StoredItemRow {
  /** Empty for a call. */
  input: string;
  expected_output: string | null;
}
export type NewScore = Insertable<EvalScoresTable>;

export const criteriaIn = (run: Pick<RunRow, 'criteria'>): Criterion[] =>
  JSON.parse(run.criteria) as Criterion[];

export async function insertRun(db: Writer, row: Insertable<EvalRunsTable>): Promise<RunRow> {
  return db.insertInto('eval_runs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectRun(
  db: Reader,
  accountId: string,
  /** Null for runs of any project and of none. */
  projectId: string | null,
  id: number,
): Promise<RunRow | null> {
  const row = await db
    .selectFrom('eval_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** A key is unique within the project of the request: the same key in another project is another run. */
export async function selectRunByKey(
  db: Reader,
  accountId: string,
  projectId: string | null,
  key: string,
  since: number,
): Promise<RunRow | null> {
  const row = await db
    .selectFrom('eval_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export const selectRuns = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  { after, limit }: Page<number>,
): Promise<RunRow[]> =>
  db
    .selectFrom('eval_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .$if(after !== null, (query) => query.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The newest completed run with that name before another run, over the same split. */
export async function selectRunBefore(
  db: Reader,
  accountId: string,
  projectId: string | null,
  name: string,
  { id: before, split }: Pick<RunRow, 'id' | 'split'>,
): Promise<RunRow | null> {
  const row = await db
    .selectFrom('eval_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('name', '=', name)
    .where('split', split === null ? 'is' : '=', split)
    .where('status', '=', 'completed')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** True if the status was as expected and has been changed. */
export async function moveRun(
  db: Writer,
  id: number,
  from: readonly RunRow['status'][],
  to: Partial<Pick<RunRow, 'status' | 'started_at' | 'completed_at' | 'error' | 'error_reason'>>,
): Promise<boolean> {
  const result = await db
    .updateTable('eval_runs')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Saves the items once. A second caller changes nothing. */
export async function insertItems(
  db: Writer,
  runId: number,
  items: readonly StoredItemRow[],
  traceCount: number,
): Promise<void> {
  const taken = await db
    .updateTable('eval_runs')
    .set({ picked: 1, call_count: items.length, trace_count: traceCount })
    .where('id', '=', runId)
    .where('picked', '=', 0)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return;
  for (let at = 0; at < items.length; at += 100) {
    await db
      .insertInto('eval_run_items')
      .values(items.slice(at, at + 100))
      .execute();
  }
}

export const selectRunItems = (db: Reader, runId: number): Promise<StoredItemRow[]> =>
  db.selectFrom('eval_run_items').selectAll().where('run_id', '=', runId).orderBy('position').execute();

const SCORES_AT_ONCE = 200;

/**
 * Streams all scores of a run in pages. There may be ten thousand, each with several kilobytes of reasoning.
 */
export async function* scorePages(db: Reader, runId: number): AsyncGenerator<ScoreRow[]> {
  const rows = await db
    .selectFrom('eval_scores')
    .select('id')
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();
  for (let at = 0; at < rows.length; at += SCORES_AT_ONCE) {
    const ids = rows.slice(at, at + SCORES_AT_ONCE).map(({ id }) => id);
    yield await db.selectFrom('eval_scores').selectAll().where('id', 'in', ids).orderBy('id').execute();
  }
}

/** The columns that a comparison needs. */
export const selectPlainScores = (db: Reader, runId: number) =>
  db
    .selectFrom('eval_scores')
    .select(['criterion_id', 'call_id', 'status', 'score', 'reason'])
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();

/** (criterion, call) pairs of a run that have an outcome, scored or failed. */
export async function selectRunOutcomes(db: Reader, runId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('eval_scores')
    .select(['criterion_id', 'call_id'])
    .where('run_id', '=', runId)
    .execute();
  return new Set(rows.map(({ criterion_id: criterion, call_id: call }) => outcomeKey(criterion, call)));
}

export const outcomeKey = (criterionId: number, callId: string): string => `${criterionId} ${callId}`;

/** Each pair at most once per run. Scores of criteria that were deleted meanwhile are skipped. */
export async function insertScores(db: Writer, scores: readonly NewScore[]): Promise<void> {
  for (let at = 0; at < scores.length; at += 50) {
    await db
      .insertInto('eval_scores')
      .values(scores.slice(at, at + 50))
      .onConflict((conflict) => conflict.columns(['run_id', 'criterion_id', 'call_id']).doNothing())
      .execute();
  }
}

interface Tally {
  scored: number;
  failed: number;
  costMicros: number;
  means: Map<number, { mean: number; normalizedMean: number; count: number }>;
}

export async function tallies(db: Reader, runIds: readonly number[]): Promise<Map<number, Tally>> {
  const found = new Map<number, Tally>();
  if (runIds.length === 0) return found;
  const rows = await db
    .selectFrom('eval_scores')
    .select((eb) => [
      'run_id',
      'criterion_id',
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('cost_micros').as('cost'),
      eb.fn.avg<number | null>('score').as('mean'),
      eb.fn.avg<number | null>('normalized').as('normalized'),
    ])
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'criterion_id', 'status'])
    .execute();
  for (const row of rows) {
    const tally = found.getOrInsertComputed(row.run_id ?? 0, () => ({
      scored: 0,
      failed: 0,
      costMicros: 0,
      means: new Map(),
    }));
    tally.costMicros += row.cost ?? 0;
    if (row.status === 'scored') {
      tally.scored += row.count;
      tally.means.set(row.criterion_id, {
        mean: tidy(row.mean ?? 0),
        normalizedMean: tidy(row.normalized ?? 0),
        count: row.count,
      });
    } else tally.failed += row.count;
  }
  return found;
}

/** The number of scores that a run should have. */
const expected = (
  { call_count: calls, trace_count: traces }: RunRow,
  criteria: readonly Criterion[],
): number => criteria.reduce((sum, { scope }) => sum + (scope === 'trajectory' ? traces : calls), 0);

const time = (value: number | null): string | null => (value === null ? null : isoTime(value));

export function presentRun(row: RunRow, tally: Tally | undefined): Run {
  const criteria = criteriaIn(row);
  const scored = tally?.scored ?? 0;
  const failed = tally?.failed ?? 0;
  const ended = row.completed_at !== null;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    source: row.source,
    label: row.label,
    datasetId: row.dataset_id,
    datasetVersion: row.dataset_version,
    split: row.split,
    promptRegistryId: row.prompt_id,
    recentCount: row.recent_count,
    callCount: row.call_count,
    scoredCount: scored,
    failedCount: failed,
    pendingCount: ended ? 0 : Math.max(0, expected(row, criteria) - scored - failed),
    meanScores: criteria.flatMap(({ id, name }) => {
      const mean = tally?.means.get(id);
      return mean ? [{ criterionId: id, name, ...mean }] : [];
    }),
    costUsd: usd(tally?.costMicros ?? 0),
    createdAt: isoTime(row.created_at),
    startedAt: time(row.started_at),
    completedAt: time(row.completed_at),
    error: row.error,
    errorReason: row.error_reason,
  };
}

/** The number of scores, and the reasons for missing ones, most frequent first. */
export async function failureReasons(
  db: Reader,
  runId: number,
): Promise<{ scored: number; failed: number; reasons: { reason: string; count: number }[] }> {
  const rows = await db
    .selectFrom('eval_scores')
    .select((eb) => ['status', 'reason', eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy(['status', 'reason'])
    .execute();
  const reasons = rows
    .filter(({ status }) => status === 'failed')
    .map(({ reason, count }) => ({ reason: reason ?? 'unknown', count }))
    .toSorted((left, right) => right.count - left.count);
  const failed = reasons.reduce((sum, { count }) => sum + count, 0);
  return { scored: rows.reduce((sum, { count }) => sum + count, 0) - failed, failed, reasons };
}

export const setItemTime = (db: Writer, runId: number, position: number, at: number) =>
  db
    .updateTable('eval_run_items')
    .set({ call_timestamp: at })
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .execute();
