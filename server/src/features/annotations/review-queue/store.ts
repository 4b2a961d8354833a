// SQL of the queue: calls with scores by people, claims of reviewers, and scores by judges.
import { chunks } from '#lib/chunks';
import type { ExpressionBuilder } from 'kysely';
import type { Database, EvalScoresTable, Reader, Writer } from '#metadata';

export interface ReviewWindow {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

export async function selectScored(
  db: Reader,
  accountId: string,
  callIds: readonly string[],
): Promise<Set<string>> {
  if (callIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('annotations')
    .select('call_id')
    .where('account_id', '=', accountId)
    .where('call_id', 'in', callIds)
    .where('quality_score', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.call_id));
}

/** Counts calls, not annotations. A call has one time, so grouping by both uses the index. */
export async function countScored(
  db: Reader,
  accountId: string,
  project: number | null,
  { startMs, endMs }: ReviewWindow,
): Promise<number> {
  let calls = db
    .selectFrom('annotations')
    .select(['call_timestamp', 'call_id'])
    .where('account_id', '=', accountId)
    .where('call_timestamp', '>=', startMs)
    .where('call_timestamp', '<', endMs)
    .where('of_eval_run', '=', 0)
    .where('quality_score', 'is not', null);
  if (project !== null) calls = calls.where('project_number', '=', project);
  const row = await db
    .selectFrom(calls.groupBy(['call_timestamp', 'call_id']).as('scored'))
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow();
  return row.calls;
}

export interface ReviewClaim {
  callId: string;
  reviewer: string;
  expiresAt: number;
}

/** All active claims: as many as reviewers took in five minutes. */
export async function selectClaims(db: Reader, accountId: string, now: number): Promise<ReviewClaim[]> {
  const rows = await db
    .selectFrom('review_claims')
    .select(['call_id', 'claimed_by', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => ({
    callId: row.call_id,
    reviewer: row.claimed_by,
    expiresAt: row.expires_at,
  }));
}

interface ClaimOrder {
  accountId: string;
  reviewer: string;
  now: number;
  expiresAt: number;
}

/**
 * Claims calls that no one else holds and renews the reviewer's own claims. One row per call decides between
 * reviewers.
 */
export async function insertClaims(
  db: Writer,
  { accountId, reviewer, now, expiresAt }: ClaimOrder,
  callIds: readonly string[],
): Promise<string[]> {
  if (callIds.length === 0) return [];
  const rows = await db
    .insertInto('review_claims')
    // A fixed order prevents deadlocks.
    .values(
      callIds.toSorted().map((callId) => ({
        account_id: accountId,
        call_id: callId,
        claimed_by: reviewer,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'call_id'])
        .doUpdateSet({ claimed_by: reviewer, expires_at: expiresAt })
        .where((eb) =>
          eb.or([eb('review_claims.expires_at', '<=', now), eb('review_claims.claimed_by', '=', reviewer)]),
        ),
    )
    .returning('call_id')
    .execute();
  return rows.map((row) => row.call_id);
}

export const endClaim = (db: Writer, accountId: string, callId: string) =>
  db.deleteFrom('review_claims').where('account_id', '=', accountId).where('call_id', '=', callId).execute();

/** Deletes expired claims of all accounts. */
export const forgetReviewClaims = (db: Writer, before: number) =>
  db.deleteFrom('review_claims').where('expires_at', '<', before).execute();

// Below half of the scale is low. Scores of one call by one criterion that lie this far apart are a
// disagreement; slightly less, because 0.6 - 0.2 is not exactly 0.4 in binary.
const LOW = 0.5;
export const DISAGREEMENT = 0.4 - 1e-9;
/** A higher score cannot have another one that far above it. */
const HIGHEST_WORTH_A_LOOK = 1 - DISAGREEMENT;

export interface PoorScore {
  id: number;
  callId: string;
  callTimestamp: number;
  criterionId: number;
  score: number | null;
  normalized: number;
  /** The highest score of the same call by the same criterion. */
  highest: number;
  label: string | null;
  reasoning: string;
  figures: string | null;
  judge: string | null;
}

export type AfterScore = Pick<PoorScore, 'normalized' | 'callTimestamp' | 'id'>;

/** Lowest first, then newest call. The order matches an index, so a page costs only its rows. */
export async function selectPoorScores(
  db: Reader,
  accountId: string,
  projectId: string | null,
  { startMs, endMs }: ReviewWindow,
  { after, limit }: { after: AfterScore | null; limit: number },
): Promise<PoorScore[]> {
  let query = db
    .selectFrom('eval_scores as poor')
    .select((eb) => [
      'poor.id',
      'poor.call_id',
      'poor.call_timestamp',
      'poor.criterion_id',
      'poor.score',
      'poor.normalized',
      'poor.label',
      'poor.reasoning',
      'poor.figures',
      'poor.judge',
      sameQuestion(eb)
        .select((other) => other.fn.max(other('other.normalized', '+', 0)).as('highest'))
        .as('highest'),
    ])
    .where('poor.account_id', '=', accountId)
    .where('poor.normalized', '<=', HIGHEST_WORTH_A_LOOK)
    .where('poor.call_timestamp', '>=', startMs)
    .where('poor.call_timestamp', '<', endMs)
    .where('poor.status', '=', 'scored')
    .where((eb) =>
      eb.or([
        eb('poor.normalized', '<', LOW),
        eb.exists(
          sameQuestion(eb)
            .select('other.id')
            .where((other) =>
              other(other('other.normalized', '-', other.ref('poor.normalized')), '>=', DISAGREEMENT),
            ),
        ),
      ]),
    );
  if (projectId !== null) {
    query = query.where((eb) =>
      eb.or([eb('poor.project_id', 'is', null), eb('poor.project_id', '=', projectId)]),
    );
  }
  if (after) {
    query = query
      .where('poor.normalized', '>=', after.normalized)
      .where((eb) =>
        eb.or([
          eb('poor.normalized', '>', after.normalized),
          eb('poor.call_timestamp', '<', after.callTimestamp),
          eb.and([eb('poor.call_timestamp', '=', after.callTimestamp), eb('poor.id', '>', after.id)]),
        ]),
      );
  }
  const rows = await query
    .orderBy('poor.normalized')
    .orderBy('poor.call_timestamp', 'desc')
    .orderBy('poor.id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const normalized = row.normalized ?? 0;
    return {
      id: row.id,
      callId: row.call_id,
      callTimestamp: row.call_timestamp,
      criterionId: row.criterion_id,
      score: row.score,
      normalized,
      highest: row.highest ?? normalized,
      label: row.label,
      reasoning: row.reasoning,
      figures: row.figures,
      judge: row.judge,
    };
  });
}

/**
 * These conditions do not use `normalized` itself, because SQLite would then choose the index ordered by it
 * and scan all scores of the account for each row.
 */
const sameQuestion = (eb: ExpressionBuilder<Database & { poor: EvalScoresTable }, 'poor'>) =>
  eb
    .selectFrom('eval_scores as other')
    .whereRef('other.account_id', '=', 'poor.account_id')
    .whereRef('other.call_id', '=', 'poor.call_id')
    .whereRef('other.criterion_id', '=', 'poor.criterion_id')
    .where('other.status', '=', 'scored');

export async function deleteClaims(db: Writer, accountId: string, callIds: readonly string[]): Promise<void> {
  for (const ids of chunks(callIds)) {
    await db
      .deleteFrom('review_claims')
      .where('account_id', '=', accountId)
      .where('call_id', 'in', ids)
      .execute();
  }
}
