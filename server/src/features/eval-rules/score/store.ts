// SQL of the job: enabled rules, their leases, and scores.
import { sql, type Insertable, type Updateable } from 'kysely';
import { chunks } from '#lib/chunks';
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

export interface EarlierOutcome {
  status: 'scored' | 'failed';
  /** When the newest span that was judged arrived; null for a call. */
  judgedUntil: number | null;
}

/** What a score of a rule is about. In the unique index of these, so it must be written in the same way. */
const SUBJECT = sql<string>`coalesce(session_id, trace_id, call_id)`;

/** The outcomes by this rule, by the id of the call, trace or session. */
export async function selectRuleOutcomes(
  db: Reader,
  { id, criterion_id: criterionId }: Pick<RuleRow, 'id' | 'criterion_id'>,
  subjects: readonly string[],
): Promise<Map<string, EarlierOutcome>> {
  const found = new Map<string, EarlierOutcome>();
  for (const ids of chunks(subjects, CHUNK)) {
    const rows = await db
      .selectFrom('eval_scores')
      .select([SUBJECT.as('subject'), 'status', 'judged_until'])
      .where('rule_id', '=', id)
      .where('criterion_id', '=', criterionId)
      .where(SUBJECT, 'in', ids)
      .execute();
    for (const { subject, status, judged_until: judgedUntil } of rows)
      found.set(subject, { status, judgedUntil });
  }
  return found;
}

interface Added {
  scored: number;
  failed: number;
}

const subjectOf = ({ session_id: session, trace_id: trace, call_id: call }: RuleScore): string =>
  session ?? trace ?? call;

/**
 * Adds one row for each call, trace and session. The score of a trace or session that got more spans is replaced, except
 * by a failure. Returns how many there are more of.
 */
export async function saveRuleScores(
  db: Writer,
  scores: readonly RuleScore[],
  earlier: ReadonlyMap<string, EarlierOutcome>,
): Promise<Added> {
  const fresh = await insertRuleScores(
    db,
    scores.filter((score) => !earlier.has(subjectOf(score))),
  );
  for (const score of scores) {
    const before = earlier.get(subjectOf(score));
    if (!before) continue;
    const isKept = before.status === 'scored' && score.status === 'failed';
    await replaceRuleScore(db, score, isKept ? { judged_until: score.judged_until } : score);
    if (before.status === 'failed' && score.status === 'scored') fresh.scored += 1;
  }
  return fresh;
}

async function insertRuleScores(db: Writer, scores: readonly RuleScore[]): Promise<Added> {
  if (scores.length === 0) return { scored: 0, failed: 0 };
  const rows = await db
    .insertInto('eval_scores')
    .values([...scores])
    .onConflict((conflict) =>
      conflict
        .expression(sql`rule_id, criterion_id, ${SUBJECT}`)
        .where('rule_id', 'is not', null)
        .doNothing(),
    )
    .returning('status')
    .execute();
  const scored = rows.filter(({ status }) => status === 'scored').length;
  return { scored, failed: rows.length - scored };
}

const replaceRuleScore = (db: Writer, score: RuleScore, changes: Updateable<EvalScoresTable>) =>
  db
    .updateTable('eval_scores')
    .set(changes)
    .where('account_id', '=', score.account_id)
    .where('rule_id', '=', score.rule_id)
    .where('criterion_id', '=', score.criterion_id)
    .where(SUBJECT, '=', subjectOf(score))
    .execute();

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
