import type { Insertable, Selectable, Updateable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { Page } from '#core/paging';
import type { StoredFilter } from '#services/record-access';
import type { EvalRulesTable, EvalScoresTable, Reader, Writer } from '#metadata';
import type { Rule } from './schemas.ts';

export type RuleRow = Selectable<EvalRulesTable>;

export const filterIn = (rule: Pick<RuleRow, 'filter'>): StoredFilter =>
  JSON.parse(rule.filter) as StoredFilter;

export const presentRule = (row: RuleRow): Rule => ({
  id: row.id,
  name: row.name,
  criterionId: row.criterion_id,
  filter: filterIn(row),
  scope: row.scope,
  quietSeconds: row.scope === 'call' ? null : row.quiet_seconds,
  samplePct: row.sample_pct,
  enabled: row.enabled === 1,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
  lastRunAt: row.last_run_at === null ? null : isoTime(row.last_run_at),
  scoredCount: row.scored_count,
  failedCount: row.failed_count,
  lastError: row.last_error,
  lastErrorReason: row.last_error_reason,
});

export const selectRules = (db: Reader, accountId: string, projectId: string | null): Promise<RuleRow[]> =>
  db
    .selectFrom('eval_rules')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .orderBy('id')
    .execute();

export async function selectRule(
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: number,
): Promise<RuleRow | null> {
  const row = await db
    .selectFrom('eval_rules')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function countRules(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('eval_rules')
    .select((eb) => eb.fn.countAll<number>().as('rules'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.rules;
}

export const insertRule = (db: Writer, row: Insertable<EvalRulesTable>): Promise<RuleRow> =>
  db.insertInto('eval_rules').values(row).returningAll().executeTakeFirstOrThrow();

/** An update that changes nothing locks the rule until the transaction ends. */
export const holdRule = (db: Writer, accountId: string, projectId: string | null, id: number) =>
  db
    .updateTable('eval_rules')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .execute();

export const updateRuleRow = (
  db: Writer,
  accountId: string,
  id: number,
  changes: Updateable<EvalRulesTable>,
): Promise<RuleRow> =>
  db
    .updateTable('eval_rules')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteRuleRow = (db: Writer, accountId: string, id: number) =>
  db.deleteFrom('eval_rules').where('account_id', '=', accountId).where('id', '=', id).execute();

export const selectRuleScores = (
  db: Reader,
  accountId: string,
  ruleId: number,
  { after, limit }: Page<number>,
): Promise<Selectable<EvalScoresTable>[]> =>
  db
    .selectFrom('eval_scores')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('rule_id', '=', ruleId)
    .$if(after !== null, (query) => query.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** The newest ones are enough for a mean. */
const MEASURED = 200;

/** What past scores of a criterion by this model cost. */
export async function measuredCosts(
  db: Reader,
  accountId: string,
  criterionId: number,
  judge: string | null,
): Promise<{ scores: number; meanMicros: number }> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('eval_scores')
        .select('cost_micros')
        .where('account_id', '=', accountId)
        .where('criterion_id', '=', criterionId)
        .where('judge', judge === null ? 'is' : '=', judge)
        .where('status', '=', 'scored')
        .where('cost_micros', '>', 0)
        .orderBy('created_at', 'desc')
        .limit(MEASURED)
        .as('newest'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('scores'),
      eb.fn.avg<number | null>('newest.cost_micros').as('mean'),
    ])
    .executeTakeFirstOrThrow();
  return { scores: row.scores, meanMicros: row.mean ?? 0 };
}
