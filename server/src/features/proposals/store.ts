import type { Selectable } from 'kysely';
import { withoutErased, type ErasedIds } from '#core/evidence';
import { beyond, type Page, type Position } from '#core/paging';
import type { ProposalsTable, Reader, Writer } from '#metadata';
import type { KnownPrompt } from '#records';
import type { Proposed } from './settle.ts';

type Row = Selectable<ProposalsTable>;

interface ProposalFilter {
  accountId: string;
  /** Null for the whole account. */
  projectId: string | null;
  status: Row['status'];
  kind: string | undefined;
}

const visible = (db: Reader, accountId: string, projectId: string | null) =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? ''));

/** Highest saving first. */
export const selectProposals = (
  db: Reader,
  { accountId, projectId, status, kind }: ProposalFilter,
  { after, limit }: Page<Position>,
): Promise<Row[]> =>
  visible(db, accountId, projectId)
    .where('status', '=', status)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(after !== null, (query) => query.where(beyond('saving_micros', 'id', '<', after ?? [0, ''])))
    .orderBy('saving_micros', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const selectProposal = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: string,
): Promise<Row | undefined> => visible(db, accountId, projectId).where('id', '=', id).executeTakeFirst();

export const selectAllProposals = (db: Reader, accountId: string): Promise<Row[]> =>
  visible(db, accountId, null).execute();

export const insertProposal = (db: Writer, row: Row) => db.insertInto('proposals').values(row).execute();

/** Opens the proposal again. A previous decision no longer applies. */
export const reopenProposal = (db: Writer, id: string, proposed: Proposed, now: number) =>
  db
    .updateTable('proposals')
    .set({
      ...proposed,
      status: 'open',
      decided_weight: null,
      decided_by: null,
      comment: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();

export const expireProposals = (db: Writer, ids: readonly string[], now: number) =>
  db.updateTable('proposals').set({ status: 'expired', updated_at: now }).where('id', 'in', ids).execute();

export const updateProposal = (
  db: Writer,
  id: string,
  decision: Pick<Row, 'status' | 'decided_weight' | 'decided_by' | 'comment' | 'updated_at'>,
) => db.updateTable('proposals').set(decision).where('id', '=', id).execute();

/** Deletes old expired proposals. */
export const deleteExpiredBefore = (db: Writer, accountId: string, before: number) =>
  db
    .deleteFrom('proposals')
    .where('account_id', '=', accountId)
    .where('status', '=', 'expired')
    .where('updated_at', '<', before)
    .execute();

export async function selectAccountsWithOpen(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('account_id')
    .distinct()
    .where('status', '=', 'open')
    .execute();
  return rows.map((row) => row.account_id);
}

/** Account ids by their numbers in the records store. */
export async function selectProposalAccountIds(db: Reader, numbers: readonly number[]): Promise<string[]> {
  if (numbers.length === 0) return [];
  const rows = await db.selectFrom('accounts').select('id').where('number', 'in', numbers).execute();
  return rows.map((row) => row.id);
}

/** The newest versions of all prompts. */
export const selectKnownPrompts = (db: Reader, accountId: string, limit: number): Promise<KnownPrompt[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'name', 'version'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

interface ScoreQuestion {
  accountId: string;
  startMs: number;
  endMs: number;
  limit: number;
}

interface GivenScore {
  callId: string;
  timestampMs: number;
  source: string;
  /** 0 to 1. */
  score: number;
}

/** Scores by people, from 1 to 5. */
export async function selectHumanScores(db: Reader, asked: ScoreQuestion): Promise<GivenScore[]> {
  const rows = await db
    .selectFrom('annotations')
    .select(['call_id', 'call_timestamp', 'quality_score'])
    .where('account_id', '=', asked.accountId)
    .where('quality_score', 'is not', null)
    .where('call_timestamp', '>=', asked.startMs)
    .where('call_timestamp', '<', asked.endMs)
    .orderBy('call_timestamp', 'desc')
    .orderBy('call_id')
    .limit(asked.limit)
    .execute();
  return rows.map((row) => ({
    callId: row.call_id,
    timestampMs: row.call_timestamp,
    source: 'human',
    score: ((row.quality_score ?? 1) - 1) / 4,
  }));
}

/** Scores of single calls by a rule or a run. */
export async function selectJudgeScores(db: Reader, asked: ScoreQuestion): Promise<GivenScore[]> {
  const rows = await db
    .selectFrom('eval_scores')
    .select(['call_id', 'call_timestamp', 'criterion_id', 'normalized'])
    .where('account_id', '=', asked.accountId)
    .where('status', '=', 'scored')
    .where('trace_id', 'is', null)
    .where('session_id', 'is', null)
    .where('normalized', 'is not', null)
    .where('call_timestamp', '>=', asked.startMs)
    .where('call_timestamp', '<', asked.endMs)
    .orderBy('id', 'desc')
    .limit(asked.limit)
    .execute();
  return rows.map((row) => ({
    callId: row.call_id,
    timestampMs: row.call_timestamp,
    source: String(row.criterion_id),
    score: row.normalized ?? 0,
  }));
}

/** Removes erased records from the evidence. A proposal without any other evidence is deleted. */
export async function forgetExamples(db: Writer, accountId: string, erased: ErasedIds): Promise<void> {
  const rows = await db
    .selectFrom('proposals')
    .select(['id', 'evidence'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { id, evidence } of rows) {
    const kept = withoutErased(evidence, erased);
    if (kept === null) continue;
    if (kept.left)
      await db.updateTable('proposals').set({ evidence: kept.json }).where('id', '=', id).execute();
    else await db.deleteFrom('proposals').where('id', '=', id).execute();
  }
}

export const deleteProjectProposals = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('proposals')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();
