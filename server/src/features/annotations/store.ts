import type { Insertable, Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import type { AnnotationsTable, Reader, Writer } from '#metadata';
import type { Remarks } from './remarks.ts';
import type { Annotation } from './schemas.ts';

/** Limits annotations to the account, and to one project if the request is bound to it. */
type Asker = Pick<Context, 'account' | 'project'>;

const present = (row: Selectable<AnnotationsTable>): Annotation => ({
  id: row.id,
  callId: row.call_id,
  callTimestamp: isoTime(row.call_timestamp),
  annotationText: row.annotation_text,
  label: row.label,
  qualityScore: row.quality_score,
  author: { type: row.author_type, id: row.author_id },
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** Newest first. */
export async function selectAnnotations(
  { account, project, db }: Asker & Pick<Context, 'db'>,
  { callId, label }: { callId: string | undefined; label: string | undefined },
  { after, limit }: Page<number>,
): Promise<Annotation[]> {
  let query = db.selectFrom('annotations').selectAll().where('account_id', '=', account.id);
  if (project) query = query.where('project_number', '=', project.number);
  if (callId !== undefined) query = query.where('call_id', '=', callId);
  if (label !== undefined) query = query.where('label', '=', label);
  if (after !== null) query = query.where('id', '<', after);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(present);
}

export async function selectAnnotation(
  { account, project, db }: Asker & Pick<Context, 'db'>,
  id: number,
): Promise<Annotation | null> {
  let query = db
    .selectFrom('annotations')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id);
  if (project) query = query.where('project_number', '=', project.number);
  const row = await query.executeTakeFirst();
  return row ? present(row) : null;
}

/** Counts at most up to `limit`. */
export async function countAnnotations(
  db: Reader,
  accountId: string,
  limit: number,
  callId?: string,
): Promise<number> {
  let some = db.selectFrom('annotations').select('id').where('account_id', '=', accountId).limit(limit);
  if (callId !== undefined) some = some.where('call_id', '=', callId);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertAnnotation = async (db: Writer, row: Insertable<AnnotationsTable>): Promise<Annotation> =>
  present(await db.insertInto('annotations').values(row).returningAll().executeTakeFirstOrThrow());

/** An update that changes nothing locks the row on both engines. */
export async function lockAnnotation(
  db: Writer,
  { account, project }: Asker,
  id: number,
): Promise<Annotation | null> {
  let query = db
    .updateTable('annotations')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', account.id)
    .where('id', '=', id);
  if (project) query = query.where('project_number', '=', project.number);
  const row = await query.returningAll().executeTakeFirst();
  return row ? present(row) : null;
}

export const updateRemarks = async (
  db: Writer,
  { account, clock }: Pick<Context, 'account' | 'clock'>,
  { id }: Annotation,
  { annotationText, label, qualityScore }: Remarks,
): Promise<Annotation> =>
  present(
    await db
      .updateTable('annotations')
      .set({
        annotation_text: annotationText,
        label,
        quality_score: qualityScore,
        updated_at: clock.now(),
      })
      .where('account_id', '=', account.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Returns the call of the annotation, or null if there was none. */
export async function deleteAnnotationRow(
  db: Writer,
  { account, project }: Asker,
  id: number,
): Promise<string | null> {
  let query = db.deleteFrom('annotations').where('account_id', '=', account.id).where('id', '=', id);
  if (project) query = query.where('project_number', '=', project.number);
  return (await query.returning('call_id').executeTakeFirst())?.call_id ?? null;
}

export async function deleteCallAnnotations(
  db: Writer,
  accountId: string,
  callIds: readonly string[],
): Promise<void> {
  for (const ids of chunks(callIds)) {
    await db
      .deleteFrom('annotations')
      .where('account_id', '=', accountId)
      .where('call_id', 'in', ids)
      .execute();
  }
}

export const deleteProjectAnnotations = (db: Writer, accountId: string, projectNumber: number) =>
  db
    .deleteFrom('annotations')
    .where('account_id', '=', accountId)
    .where('project_number', '=', projectNumber)
    .execute();
