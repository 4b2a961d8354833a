// Safety assessments, for the endpoints and for other features.
import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Page } from '#core/paging';
import type { Bit, Database, Reader, SafetyAssessmentsTable, Writer } from '#metadata';
import type { SafetyAssessment, ScanSource } from './schemas.ts';

/** A literal, because SQLite uses a partial index only if the statement contains its condition. */
const FLAGGED = sql<Bit>`1`;

type AssessmentRow = Selectable<SafetyAssessmentsTable>;

const labelsIn = ({ labels }: Pick<AssessmentRow, 'labels'>): string[] => JSON.parse(labels) as string[];

const figuresIn = ({ figures }: AssessmentRow) =>
  JSON.parse(figures) as Pick<SafetyAssessment, 'code' | 'values'>;

const present = (row: AssessmentRow): SafetyAssessment => ({
  id: row.id,
  call_id: row.call_id,
  labels: labelsIn(row),
  score: row.score,
  reasoning: row.reasoning,
  ...figuresIn(row),
  classifier_id: row.classifier_id,
  source: row.source as ScanSource,
  createdAt: isoTime(row.created_at),
});

/** `project` is null for all projects. Assessments of calls past retention are hidden, deleted or not. */
export interface AssessmentScope {
  accountId: string;
  project: number | null;
  sinceMs: number;
}

const assessmentsOf = (db: Reader, { accountId, project, sinceMs }: AssessmentScope) =>
  db
    .selectFrom('safety_assessments')
    .selectAll()
    .where('account_id', '=', accountId)
    // Avoids the index, which SQLite would use to scan the whole account.
    .where((eb) => eb(eb('call_timestamp', '+', 0), '>', Math.floor(sinceMs)))
    .$if(project !== null, (query) => query.where('project_number', '=', project ?? 0));

interface AssessmentFilter {
  callId: string | undefined;
  flagged: boolean | undefined;
}

/** Newest first. */
export async function selectAssessments(
  db: Reader,
  scope: AssessmentScope,
  { callId, flagged }: AssessmentFilter,
  { after, limit }: Page<number>,
): Promise<SafetyAssessment[]> {
  let query = assessmentsOf(db, scope);
  if (callId !== undefined) query = query.where('call_id', '=', callId);
  if (flagged !== undefined) query = query.where('flagged', '=', flagged ? FLAGGED : 0);
  // A call has few assessments, found by the call. Ordered by id, SQLite would scan the whole account.
  const byId = (eb: ExpressionBuilder<Database, 'safety_assessments'>) =>
    callId === undefined ? eb.ref('id') : eb('id', '+', 0);
  if (after !== null) query = query.where((eb) => eb(byId(eb), '<', after));
  const rows = await query
    .orderBy(byId, 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(present);
}

export async function selectAssessment(
  db: Reader,
  scope: AssessmentScope,
  id: number,
): Promise<SafetyAssessment | null> {
  const row = await assessmentsOf(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

const CHUNK = 500;

/** Calls that have an assessment by this classifier. */
export async function selectAssessed(
  db: Reader,
  accountId: string,
  classifier: string,
  callIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < callIds.length; at += CHUNK) {
    const rows = await db
      .selectFrom('safety_assessments')
      .select('call_id')
      .where('account_id', '=', accountId)
      .where('call_id', 'in', callIds.slice(at, at + CHUNK))
      .where('classifier_id', '=', classifier)
      .execute();
    for (const row of rows) found.add(row.call_id);
  }
  return found;
}

/** Adds each call once per classifier, also with concurrent writers. Returns the added ones. */
export async function insertAssessments(
  db: Writer,
  rows: readonly Omit<Insertable<SafetyAssessmentsTable>, 'id'>[],
): Promise<{ callId: string; flagged: boolean }[]> {
  if (rows.length === 0) return [];
  const last = await takeIds(db, rows.length);
  const added = await db
    .insertInto('safety_assessments')
    .values(rows.map((row, at) => ({ ...row, id: last - rows.length + 1 + at })))
    .onConflict((conflict) => conflict.columns(['account_id', 'call_id', 'classifier_id']).doNothing())
    .returning(['call_id', 'flagged'])
    .execute();
  return added.map((row) => ({ callId: row.call_id, flagged: row.flagged === 1 }));
}

/**
 * Returns the last of `count` ids. The next caller waits for the end of this transaction, so ids are
 * committed in order.
 */
async function takeIds(db: Writer, count: number): Promise<number> {
  const row = await db
    .insertInto('sequences')
    .values({ name: 'safety_assessments', value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequences.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

export interface FlaggedCall {
  /** Id of the assessment. */
  id: number;
  accountId: string;
  /** The project number in the records. */
  projectNumber: number;
  /** Null if the project was deleted. */
  projectId: string | null;
  callId: string;
  callTimestamp: number;
  labels: string[];
  score: number;
  reasoning: string;
  code: SafetyAssessment['code'];
  values: SafetyAssessment['values'];
  classifierId: string;
  createdAt: number;
}

/**
 * Flagged calls of all accounts in order of ids, for readers that remember the last id: none is ever added
 * before it.
 */
export async function flaggedSince(db: Reader, afterId: number, limit: number): Promise<FlaggedCall[]> {
  const rows = await flaggedCalls(db).where('a.id', '>', afterId).orderBy('a.id').limit(limit).execute();
  return rows.map(flaggedOf);
}

/** Flagged calls by id. With several classifiers, the highest score counts. */
export async function flaggedCallIds(
  db: Reader,
  accountId: string,
  callIds: readonly string[],
): Promise<Map<string, FlaggedCall>> {
  const found = new Map<string, FlaggedCall>();
  for (let at = 0; at < callIds.length; at += CHUNK) {
    const rows = await flaggedCalls(db)
      .where('a.account_id', '=', accountId)
      .where('a.call_id', 'in', callIds.slice(at, at + CHUNK))
      .execute();
    // Sorted here, because SQLite would choose the index for that order and scan everything flagged.
    for (const row of rows.toSorted((left, right) => left.score - right.score))
      found.set(row.call_id, flaggedOf(row));
  }
  return found;
}

interface FlaggedPage {
  /** Null for all projects. */
  project: number | null;
  /** Time of the calls, inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  after: Pick<FlaggedCall, 'score' | 'callTimestamp' | 'id'> | null;
  limit: number;
}

/**
 * Flagged calls of an account, highest score first, then newest call. The order matches an index, so a page
 * costs only its rows.
 */
export async function worstFlagged(
  db: Reader,
  accountId: string,
  { project, startMs, endMs, after, limit }: FlaggedPage,
): Promise<FlaggedCall[]> {
  let query = flaggedCalls(db)
    .where('a.account_id', '=', accountId)
    .where('a.call_timestamp', '>=', startMs)
    .where('a.call_timestamp', '<', endMs);
  if (project !== null) query = query.where('a.project_number', '=', project);
  if (after) {
    query = query
      .where('a.score', '<=', after.score)
      .where((eb) =>
        eb.or([
          eb('a.score', '<', after.score),
          eb('a.call_timestamp', '<', after.callTimestamp),
          eb.and([eb('a.call_timestamp', '=', after.callTimestamp), eb('a.id', '>', after.id)]),
        ]),
      );
  }
  const rows = await query
    .orderBy('a.score', 'desc')
    .orderBy('a.call_timestamp', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .execute();
  return rows.map(flaggedOf);
}

const flaggedCalls = (db: Reader) =>
  db
    .selectFrom('safety_assessments as a')
    .leftJoin('projects as p', (join) =>
      join.onRef('p.account_id', '=', 'a.account_id').onRef('p.number', '=', 'a.project_number'),
    )
    .selectAll('a')
    .select('p.id as project_id')
    .where('a.flagged', '=', FLAGGED);

const flaggedOf = (row: AssessmentRow & { project_id: string | null }): FlaggedCall => ({
  id: row.id,
  accountId: row.account_id,
  projectNumber: row.project_number,
  projectId: row.project_id,
  callId: row.call_id,
  callTimestamp: row.call_timestamp,
  labels: labelsIn(row),
  score: row.score,
  reasoning: row.reasoning,
  ...figuresIn(row),
  classifierId: row.classifier_id,
  createdAt: row.created_at,
});

/** Includes claims in progress. */
export async function deleteCallAssessments(
  db: Writer,
  accountId: string,
  callIds: readonly string[],
): Promise<void> {
  for (const ids of chunks(callIds)) {
    for (const table of ['safety_assessments', 'safety_claims'] as const) {
      await db.deleteFrom(table).where('account_id', '=', accountId).where('call_id', 'in', ids).execute();
    }
  }
}

export const deleteProjectAssessments = (db: Writer, accountId: string, projectNumber: number) =>
  db
    .deleteFrom('safety_assessments')
    .where('account_id', '=', accountId)
    .where('project_number', '=', projectNumber)
    .execute();
