// SQL of the job: enabled rules, their leases, and scores.
import type { Insertable } from 'kysely';
import type { EvalScoresTable, Reader, Writer } from '#metadata';
import type { RuleRow } from '../store.ts';

export type RuleScore = Insertable<EvalScoresTable> & { rule_id: number };

/** Rules of all accounts; those that waited longest come first. */
export async function selectEnabledRules(db: Reader): Promise<RuleRow[]> {
  const rows = await db.selectFrom('eval_rules').selectAll().where('enabled', '=', 1).orderBy('id').execute();
  return rows.toSorted((left, right) => (left.last_run_at ?? 0) - (right.last_run_at ?? 0));
}

export const hasEnabledRules = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('eval_rules').select('id').where('enabled', '=', 1).limit(1).executeTakeFirst()) !==
  undefined;

interface Claim {
  holder: string;
  now: number;
  until: number;
}

/** Claims enabled rules that no other process holds, and returns their current rows. */
export const claimRules = (db: Writer, ids: readonly number[], claim: Claim): Promise<RuleRow[]> =>
  db
    .updateTable('eval_rules')
    .set({ locked_by: claim.holder, locked_until: claim.until })
    .where('id', 'in', ids)
    .where('enabled', '=', 1)
    .where('locked_until', '<=', claim.now)
    .returningAll()
    .execute();

export async function isHeld(db: Reader, id: number, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('eval_rules')
    .select('id')
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .executeTakeFirst();
  return row !== undefined;
}

export const keepClaim = (db: Writer, holder: string, until: number) =>
  db.updateTable('eval_rules').set({ locked_until: until }).where('locked_by', '=', holder).execute();

/** Releases the rules that are still held; finished rules are not. */
export const releaseClaim = (db: Writer, holder: string, changes: Partial<RuleEnd> = {}) =>
  db
    .updateTable('eval_rules')
    .set({ ...changes, locked_by: null, locked_until: 0 })
    .where('locked_by', '=', holder)
    .execute();

export type RuleEnd = Pick<RuleRow, 'watermark' | 'last_run_at' | 'last_error' | 'last_error_reason'>;

export const finishRule = (db: Writer, id: number, holder: string, end: RuleEnd) =>
  db
    .updateTable('eval_rules')
    .set({ ...end, locked_by: null, locked_until: 0 })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute();

const CHUNK = 500;

/** Calls that have an outcome by this rule. */
export async function selectRuleOutcomes(
  db: Reader,
  { id, criterion_id: criterionId }: Pick<RuleRow, 'id' | 'criterion_id'>,
  callIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < callIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('eval_scores')
      .select('call_id')
      .where('rule_id', '=', id)
      .where('criterion_id', '=', criterionId)
      .where('call_id', 'in', callIds.slice(at, at + CHUNK))
      .execute();
    for (const row of rows) found.add(row.call_id);
  }
  return found;
}

/** Adds each call once. Returns the number of added rows by status. */
export async function insertRuleScores(
  db: Writer,
  scores: readonly RuleScore[],
): Promise<{ scored: number; failed: number }> {
  const rows = await db
    .insertInto('eval_scores')
    .values([...scores])
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'criterion_id', 'call_id']).where('rule_id', 'is not', null).doNothing(),
    )
    .returning('status')
    .execute();
  const scored = rows.filter(({ status }) => status === 'scored').length;
  return { scored, failed: rows.length - scored };
}

/** False if the rule was taken over, disabled or deleted. */
export async function countScores(
  db: Writer,
  id: number,
  holder: string,
  { scored, failed }: { scored: number; failed: number },
): Promise<boolean> {
  const result = await db
    .updateTable('eval_rules')
    .set((eb) => ({
      scored_count: eb('scored_count', '+', scored),
      failed_count: eb('failed_count', '+', failed),
    }))
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function selectScoredAccounts(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('eval_scores')
    .select('account_id')
    .distinct()
    .where('run_id', 'is', null)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Made by a rule, or asked for by somebody. */
type ScoreMaker = 'rule' | 'request';

/** Deletes up to `limit` scores of calls before that time and returns their number. */
export async function deleteScoresBefore(
  db: Writer,
  accountId: string,
  maker: ScoreMaker,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('eval_scores')
    .where('id', 'in', (eb) => {
      const old = eb
        .selectFrom('eval_scores')
        .select('id')
        .where('account_id', '=', accountId)
        .where('call_timestamp', '<', before);
      return (
        maker === 'rule'
          ? // As in the index of these.
            old.where('rule_id', 'is not', null)
          : old.where('rule_id', 'is', null).where('run_id', 'is', null)
      ).limit(limit);
    })
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
