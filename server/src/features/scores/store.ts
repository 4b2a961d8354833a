import type { Insertable, Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { Context } from '#core/context';
import type { Reader, ScoresTable, Writer } from '#metadata';

export type NewSentScore = Insertable<ScoresTable>;
export type SentScore = Selectable<ScoresTable>;

type Asker = Pick<Context, 'account' | 'project' | 'db'>;

export interface KnownScore {
  project: number;
  /** The key or person who sent it. */
  authorId: string;
  createdAt: number;
}

/** Stored scores with these ids, of the project of the request if it has one. */
export async function selectKnownScores(
  { account, project, db }: Asker,
  ids: readonly string[],
): Promise<Map<string, KnownScore>> {
  if (ids.length === 0) return new Map();
  let query = db
    .selectFrom('scores')
    .select(['id', 'project_number', 'author_id', 'created_at'])
    .where('account_id', '=', account.id)
    .where('id', 'in', ids);
  if (project) query = query.where('project_number', '=', project.number);
  const rows = await query.orderBy('number').execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { project: row.project_number, authorId: row.author_id, createdAt: row.created_at },
    ]),
  );
}

export function selectSentScore({ account, project, db }: Asker, id: string): Promise<SentScore | undefined> {
  let query = db.selectFrom('scores').selectAll().where('account_id', '=', account.id).where('id', '=', id);
  if (project) query = query.where('project_number', '=', project.number);
  return query.orderBy('number').limit(1).executeTakeFirst();
}

const REPLACED = [
  'name',
  'data_type',
  'source',
  'number_value',
  'label',
  'sealed',
  'call_id',
  'trace_id',
  'span_id',
  'session_id',
  'run_id',
  'author_id',
  'any_project',
  'locate_at',
  'created_at',
  'received_at',
] as const satisfies readonly (keyof ScoresTable)[];

/** A score with the same id in the project is replaced. */
export async function upsertScores(db: Writer, rows: readonly NewSentScore[]): Promise<void> {
  for (const some of chunks(rows, 100)) {
    await db
      .insertInto('scores')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'id', 'project_number'])
          .doUpdateSet((eb) =>
            Object.fromEntries(REPLACED.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}

/** Counts at most up to `limit`. */
export async function countScoresUpTo(db: Reader, accountId: string, limit: number): Promise<number> {
  const some = db.selectFrom('scores').select('number').where('account_id', '=', accountId).limit(limit);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether there was one. With `authorId`, only one that this key or person sent. */
export async function deleteScoreRow(
  db: Writer,
  { account, project }: Pick<Context, 'account' | 'project'>,
  id: string,
  authorId?: string,
): Promise<boolean> {
  let query = db.deleteFrom('scores').where('account_id', '=', account.id).where('id', '=', id);
  if (project) query = query.where('project_number', '=', project.number);
  if (authorId !== undefined) query = query.where('author_id', '=', authorId);
  const { numDeletedRows } = await query.executeTakeFirst();
  return numDeletedRows > 0n;
}

export const selectAccountsWithScores = async (db: Reader): Promise<string[]> =>
  (await db.selectFrom('scores').select('account_id').distinct().execute()).map((row) => row.account_id);

/** Deletes up to `limit` scores from before that time and returns their number. */
export async function deleteSentBefore(
  db: Writer,
  accountId: string,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('scores')
    .where('number', 'in', (eb) =>
      eb
        .selectFrom('scores')
        .select('number')
        .where('account_id', '=', accountId)
        .where('created_at', '<=', before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** For an account that withdrew its consent. */
export const clearScoreTexts = (db: Writer, accountId: string) =>
  db
    .updateTable('scores')
    .set({ sealed: null })
    .where('account_id', '=', accountId)
    .where('sealed', 'is not', null)
    .execute();

export const deleteProjectScores = (db: Writer, accountId: string, projectNumber: number) =>
  db
    .deleteFrom('scores')
    .where('account_id', '=', accountId)
    .where('project_number', '=', projectNumber)
    .execute();

type Link = 'call_id' | 'trace_id' | 'span_id' | 'session_id';

interface Linked {
  column: Link;
  ids: readonly string[];
  /** `whole`: without the scores of parts of the trace or session. */
  only?: 'whole' | 'unlocated spans';
}

export async function deleteLinkedScores(
  db: Writer,
  accountId: string,
  /** Null for all projects. */
  projectId: string | null,
  { column, ids, only }: Linked,
): Promise<void> {
  const project = db.selectFrom('projects').select('number').where('account_id', '=', accountId);
  for (const some of chunks(ids)) {
    let query = db.deleteFrom('scores').where('account_id', '=', accountId).where(column, 'in', some);
    if (projectId !== null) query = query.where('project_number', 'in', project.where('id', '=', projectId));
    if (only === 'whole') query = query.where('call_id', 'is', null).where('span_id', 'is', null);
    if (only === 'unlocated spans') query = query.where('trace_id', 'is', null);
    await query.execute();
  }
}

/** Scores whose records are due to be located; those that waited longest come first. */
export const selectScoresToLocate = (db: Reader, now: number, limit: number): Promise<SentScore[]> =>
  db
    .selectFrom('scores')
    .selectAll()
    .where('locate_at', 'is not', null)
    .where('locate_at', '<=', now)
    .orderBy('locate_at')
    .limit(limit)
    .execute();

type ScorePlace = Partial<Pick<SentScore, 'project_number' | 'call_id' | 'trace_id' | 'locate_at'>>;

/**
 * Changes nothing if the score was replaced since it was read, or if the other project has a score with its
 * id.
 */
export async function updateScorePlace(db: Writer, row: SentScore, place: ScorePlace): Promise<boolean> {
  const { project_number: project = row.project_number } = place;
  let query = db
    .updateTable('scores')
    .set(place)
    .where('number', '=', row.number)
    .where('received_at', '=', row.received_at);
  if (project !== row.project_number) {
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('scores as other')
            .select('other.number')
            .where('other.account_id', '=', row.account_id)
            .where('other.id', '=', row.id)
            .where('other.project_number', '=', project),
        ),
      ),
    );
  }
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
