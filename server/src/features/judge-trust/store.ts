import { sql, type Expression, type Insertable } from 'kysely';
import type { JudgeProbesTable, Reader, Writer } from '#metadata';
import { onFive, type JudgedPair } from './figures.ts';
import type { AskedProbe } from './plan-probes.ts';

interface PairsQuestion {
  accountId: string;
  /** Project number; null for the whole account. */
  project: number | null;
  /** Only scores of this judge; null for any judge. */
  judge: string | null;
  limit: number;
}

/** Calls scored by both people and a judge, newest first. */
export async function selectPairs(
  db: Reader,
  { accountId, project, judge, limit }: PairsQuestion,
): Promise<JudgedPair[]> {
  // A subquery per call instead of a join, because an account may have far more scores than reviewed calls.
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('annotations as a')
        .select((of) => ['a.call_id', 'a.call_timestamp', of.fn.avg<number>('a.quality_score').as('human')])
        .where('a.account_id', '=', accountId)
        .where('a.quality_score', 'is not', null)
        .$if(project !== null, (query) => query.where('a.project_number', '=', project ?? 0))
        .where((of) => of.exists(judgedScores(db, accountId, judge, of.ref('a.call_id')).select('s.id')))
        .groupBy(['a.call_timestamp', 'a.call_id'])
        .orderBy('a.call_timestamp', 'desc')
        .orderBy('a.call_id', 'desc')
        .limit(limit)
        .as('h'),
    )
    .select((eb) => [
      'h.call_id',
      'h.human',
      judgedScores(db, accountId, judge, eb.ref('h.call_id'))
        .select((of) => of.fn.avg<number>('s.normalized').as('mean'))
        .as('judge'),
    ])
    .orderBy('h.call_timestamp', 'desc')
    .orderBy('h.call_id', 'desc')
    .execute();
  return rows.map((row) => ({ callId: row.call_id, human: row.human, judge: onFive(row.judge ?? 0) }));
}

/** Scores that a judge gave to a call. */
const judgedScores = (db: Reader, accountId: string, judge: string | null, callId: Expression<string>) =>
  db
    .selectFrom('eval_scores as s')
    .where('s.account_id', '=', accountId)
    .where('s.call_id', '=', callId)
    .where('s.status', '=', 'scored')
    .where('s.judge', 'is not', null)
    .where('s.trace_id', 'is', null)
    .where('s.session_id', 'is', null)
    .$if(judge !== null, (query) => query.where('s.judge', '=', judge));

export interface KindTally {
  kind: string;
  probes: number;
  /** Probes whose two scores of the answer are above the worst. */
  canFall: number;
  detected: number;
  inverted: number;
  stable: number;
  /** Sum of the distances of two scores of the same answer, and of their squares. */
  apart: number;
  apartSquares: number;
}

export async function tallyProbes(
  db: Reader,
  accountId: string,
  judge: string,
  since: number,
): Promise<KindTally[]> {
  return db
    .selectFrom('judge_probes')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('probes'),
      sql<number>`sum(case when original > 0 and again > 0 then 1 else 0 end)`.as('canFall'),
      eb.fn.sum<number>('detected').as('detected'),
      eb.fn.sum<number>('inverted').as('inverted'),
      eb.fn.sum<number>('stable').as('stable'),
      sql<number>`sum(abs(original - again))`.as('apart'),
      sql<number>`sum((original - again) * (original - again))`.as('apartSquares'),
    ])
    .where('account_id', '=', accountId)
    .where('judge', '=', judge)
    .where('created_at', '>=', since)
    .groupBy('kind')
    .execute();
}

/** Accounts that store content and have judged calls. */
export async function selectProbeable(db: Reader, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('consents as c')
    .select('c.account_id')
    .where('c.kind', '=', 'plaintextStorage')
    .where('c.granted', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('eval_scores as s')
          .select(sql`1`.as('one'))
          .whereRef('s.account_id', '=', 'c.account_id')
          .where('s.judge', 'is not', null)
          .where('s.created_at', '>=', since)
          .where('s.status', '=', 'scored')
          .where('s.trace_id', 'is', null)
          .where('s.session_id', 'is', null),
      ),
    )
    .orderBy('c.account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

export interface JudgedCall {
  callId: string;
  timestampMs: number;
  /** Mean of its scores, 0 to 1. */
  mean: number;
}

/** The calls of the newest `limit` scores by a judge, newest first. */
export async function selectJudgedCalls(
  db: Reader,
  accountId: string,
  since: number,
  limit: number,
): Promise<JudgedCall[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('eval_scores')
        .select(['call_id', 'call_timestamp', 'normalized'])
        .where('account_id', '=', accountId)
        .where('judge', 'is not', null)
        .where('created_at', '>=', since)
        .where('status', '=', 'scored')
        .where('trace_id', 'is', null)
        .where('session_id', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .as('s'),
    )
    .select((eb) => [
      's.call_id',
      eb.fn.max<number>('s.call_timestamp').as('at'),
      eb.fn.avg<number>('s.normalized').as('mean'),
    ])
    .groupBy('s.call_id')
    .orderBy('at', 'desc')
    .orderBy('s.call_id', 'desc')
    .execute();
  return rows.map((row) => ({
    callId: row.call_id,
    timestampMs: row.at,
    mean: row.mean,
  }));
}

/** Probes of this judge since then. */
export async function selectAsked(
  db: Reader,
  accountId: string,
  judge: string,
  since: number,
): Promise<(AskedProbe & { createdAt: number })[]> {
  const rows = await db
    .selectFrom('judge_probes')
    .select(['call_id', 'kind', 'created_at'])
    .where('account_id', '=', accountId)
    .where('judge', '=', judge)
    .where('created_at', '>=', since)
    .execute();
  return rows.map((row) => ({ callId: row.call_id, kind: row.kind, createdAt: row.created_at }));
}

export const insertProbe = (db: Writer, row: Insertable<JudgeProbesTable>) =>
  db.insertInto('judge_probes').values(row).execute();

export const deleteProbesBefore = (db: Writer, accountId: string, before: number) =>
  db
    .deleteFrom('judge_probes')
    .where('account_id', '=', accountId)
    .where('created_at', '<', before)
    .execute();

/** False if another process holds it. */
export async function takeProbeLock(
  db: Writer,
  lock: { accountId: string; holder: string; now: number; until: number },
): Promise<boolean> {
  const held = { holder: lock.holder, locked_until: lock.until };
  const row = await db
    .insertInto('judge_probe_locks')
    .values({ account_id: lock.accountId, ...held })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(held).where('judge_probe_locks.locked_until', '<=', lock.now),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it expired and was taken over. Otherwise no one can take it until the transaction ends. */
export async function keepProbeLock(db: Writer, holder: string, until: number): Promise<boolean> {
  const result = await db
    .updateTable('judge_probe_locks')
    .set({ locked_until: until })
    .where('holder', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const freeProbeLock = (db: Writer, holder: string) =>
  db.deleteFrom('judge_probe_locks').where('holder', '=', holder).execute();
