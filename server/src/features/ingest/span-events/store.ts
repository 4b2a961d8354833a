import { chunks } from '#lib/chunks';
import type { Reader, SpanEventsTable, Writer } from '#metadata';

export type WaitingEvent = SpanEventsTable;

/** An event that is sent again stays as it is. */
export async function insertSpanEvents(db: Writer, rows: readonly WaitingEvent[]): Promise<void> {
  for (const some of chunks(rows, 100))
    await db
      .insertInto('span_events')
      .values(some)
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
      .execute();
}

export async function hasSpanEvents(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('span_events')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function sumSpanEvents(db: Reader, accountId: string): Promise<{ rows: number; bytes: number }> {
  const { rows, bytes } = await db
    .selectFrom('span_events')
    .select((eb) => [eb.fn.countAll().as('rows'), eb.fn.sum('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), bytes: Number(bytes ?? 0) };
}

/** In the order in which they happened. With a project, also those that name none. */
export async function selectEventsOf(
  db: Reader,
  accountId: string,
  traceIds: readonly string[],
  project?: number,
): Promise<WaitingEvent[]> {
  const found: WaitingEvent[] = [];
  for (const some of chunks(traceIds)) {
    let query = db
      .selectFrom('span_events')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('trace_id', 'in', some);
    if (project !== undefined) query = query.where('project_number', 'in', [0, project]);
    found.push(...(await query.orderBy('time_ms').orderBy('place').execute()));
  }
  return found;
}

/** Spans with an event that is due; the one that waits longest comes first. */
export const selectSpansWithDueEvents = (
  db: Reader,
  now: number,
  limit: number,
): Promise<Pick<WaitingEvent, 'account_id' | 'trace_id' | 'span_id'>[]> =>
  db
    .selectFrom('span_events')
    .select(['account_id', 'trace_id', 'span_id'])
    .where('due_at', '<=', now)
    .groupBy(['account_id', 'trace_id', 'span_id'])
    .orderBy((eb) => eb.fn.min('due_at'))
    .limit(limit)
    .execute();

export async function postponeEvents(
  db: Writer,
  accountId: string,
  ids: readonly string[],
  dueAt: number,
): Promise<void> {
  for (const some of chunks(ids))
    await db
      .updateTable('span_events')
      .set({ due_at: dueAt })
      .where('account_id', '=', accountId)
      .where('id', 'in', some)
      .execute();
}

export async function deleteSpanEvents(db: Writer, accountId: string, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids))
    await db.deleteFrom('span_events').where('account_id', '=', accountId).where('id', 'in', some).execute();
}

/** Of one project, or of all of them if it is null. */
export async function deleteTraceEvents(
  db: Writer,
  accountId: string,
  projectId: string | null,
  traceIds: readonly string[],
): Promise<void> {
  const project = db.selectFrom('projects').select('number').where('account_id', '=', accountId);
  for (const some of chunks(traceIds)) {
    let query = db
      .deleteFrom('span_events')
      .where('account_id', '=', accountId)
      .where('trace_id', 'in', some);
    // An event that names no project may be of this one.
    if (projectId !== null)
      query = query.where((eb) =>
        eb.or([
          eb('project_number', '=', 0),
          eb('project_number', 'in', project.where('id', '=', projectId)),
        ]),
      );
    await query.execute();
  }
}

export const deleteProjectEvents = (db: Writer, accountId: string, project: number) =>
  db
    .deleteFrom('span_events')
    .where('account_id', '=', accountId)
    .where('project_number', '=', project)
    .execute();

export const deleteAccountEvents = (db: Writer, accountId: string) =>
  db.deleteFrom('span_events').where('account_id', '=', accountId).execute();

export const selectEventKeys = (db: Writer) =>
  db.selectFrom('span_events').select(['account_id', 'id']).execute();

export async function rewriteEvent(
  db: Writer,
  { account_id, id }: Pick<WaitingEvent, 'account_id' | 'id'>,
  rewrite: (body: string) => string,
): Promise<void> {
  const row = await db
    .selectFrom('span_events')
    .select('body')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  await db
    .updateTable('span_events')
    .set({ body: rewrite(row.body) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
