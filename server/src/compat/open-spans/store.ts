import type { Insertable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { OpenSpansTable, Reader, Writer } from '#metadata';

/** Where parts belong. Parts of different places are never merged. */
export interface PartPlace {
  accountId: string;
  /** 0 if the key of the request is not bound to a project. */
  project: number;
  peer: string;
}

const KEY = ['account_id', 'project_number', 'peer', 'kind', 'id'] as const;

const within = (db: Reader, { accountId, project, peer }: PartPlace) =>
  db
    .selectFrom('open_spans')
    .where('account_id', '=', accountId)
    .where('project_number', '=', project)
    .where('peer', '=', peer);

export async function hasParts(db: Reader, place: PartPlace, kind: OpenSpansTable['kind']): Promise<boolean> {
  const row = await within(db, place).select('id').where('kind', '=', kind).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function selectParts(
  db: Reader,
  place: PartPlace,
  kind: OpenSpansTable['kind'],
  ids: Iterable<string>,
): Promise<Map<string, OpenSpansTable>> {
  const found = new Map<string, OpenSpansTable>();
  for (const some of chunks([...ids])) {
    const rows = await within(db, place)
      .selectAll()
      .where('kind', '=', kind)
      .where('id', 'in', some)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Spans that have begun and ended, and wait only for their trace. */
export async function selectReady(
  db: Reader,
  place: PartPlace,
  traceIds: readonly string[],
  limit: number,
): Promise<OpenSpansTable[]> {
  const found: OpenSpansTable[] = [];
  for (const some of chunks(traceIds)) {
    const rows = await within(db, place)
      .selectAll()
      .where('trace_id', 'in', some)
      .where('kind', '=', 'span')
      .where('begun', '=', 1)
      .where('ended', '=', 1)
      .limit(limit - found.length)
      .execute();
    found.push(...rows);
    if (found.length >= limit) break;
  }
  return found;
}

export async function upsertParts(db: Writer, rows: readonly Insertable<OpenSpansTable>[]): Promise<void> {
  for (const some of chunks(rows)) {
    await db
      .insertInto('open_spans')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns([...KEY]).doUpdateSet((eb) => ({
          trace_id: eb.ref('excluded.trace_id'),
          body: eb.ref('excluded.body'),
          bytes: eb.ref('excluded.bytes'),
          begun: eb.ref('excluded.begun'),
          ended: eb.ref('excluded.ended'),
          latest_order: eb.ref('excluded.latest_order'),
          last_seen_at: eb.ref('excluded.last_seen_at'),
          due_at: eb.ref('excluded.due_at'),
        })),
      )
      .execute();
  }
}

export type RowVersion = Pick<OpenSpansTable, 'kind' | 'id' | 'last_seen_at'>;

/** Rows that have changed since they were read stay. */
export async function deleteParts(db: Writer, place: PartPlace, rows: readonly RowVersion[]): Promise<void> {
  for (const same of Map.groupBy(rows, ({ kind, last_seen_at }) => `${kind} ${last_seen_at}`).values()) {
    const [first] = same;
    if (!first) continue;
    for (const some of chunks(same)) {
      await db
        .deleteFrom('open_spans')
        .where('account_id', '=', place.accountId)
        .where('project_number', '=', place.project)
        .where('peer', '=', place.peer)
        .where('kind', '=', first.kind)
        .where('last_seen_at', '=', first.last_seen_at)
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
    }
  }
}

export const postponeParts = (db: Writer, place: PartPlace, ids: readonly string[], dueAt: number) =>
  db
    .updateTable('open_spans')
    .set({ due_at: dueAt })
    .where('account_id', '=', place.accountId)
    .where('project_number', '=', place.project)
    .where('peer', '=', place.peer)
    .where('kind', '=', 'span')
    .where('id', 'in', ids)
    .execute();

export type DueSpan = Omit<OpenSpansTable, 'body'>;

/** Without their bodies, which may be large. The one that waits longest comes first. */
export const selectDueSpans = (db: Reader, now: number, limit: number): Promise<DueSpan[]> =>
  db
    .selectFrom('open_spans')
    .select([...KEY, 'trace_id', 'bytes', 'begun', 'ended', 'latest_order', 'key_id', 'client'])
    .select(['first_seen_at', 'last_seen_at', 'due_at'])
    .where('due_at', '<=', now)
    .where('kind', '=', 'span')
    .orderBy('due_at')
    .limit(limit)
    .execute();

export const hasDueTraces = async (db: Reader, now: number): Promise<boolean> =>
  (await db
    .selectFrom('open_spans')
    .select('id')
    .where('due_at', '<=', now)
    .where('kind', '=', 'trace')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function deleteDueTraces(db: Writer, now: number): Promise<void> {
  await db.deleteFrom('open_spans').where('due_at', '<=', now).where('kind', '=', 'trace').execute();
}

export type PartSums = Record<OpenSpansTable['kind'], { rows: number; bytes: number }>;

export async function sumParts(db: Reader, accountId: string): Promise<PartSums> {
  const found = await db
    .selectFrom('open_spans')
    .select((eb) => ['kind', eb.fn.countAll().as('rows'), eb.fn.sum('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute();
  const sums: PartSums = { span: { rows: 0, bytes: 0 }, trace: { rows: 0, bytes: 0 } };
  for (const { kind, rows, bytes } of found) sums[kind] = { rows: Number(rows), bytes: Number(bytes) };
  return sums;
}

/** Traces of an account that are due by then. */
export const deleteTracesDue = (db: Writer, accountId: string, dueAt: number) =>
  db
    .deleteFrom('open_spans')
    .where('due_at', '<=', dueAt)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'trace')
    .execute();

/** Deletes at least this many traces, those that are due first. */
export async function deleteOldestTraces(db: Writer, accountId: string, count: number): Promise<void> {
  const last = await db
    .selectFrom('open_spans')
    .select('due_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'trace')
    .orderBy('due_at')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  await deleteTracesDue(db, accountId, last?.due_at ?? Number.MAX_SAFE_INTEGER);
}

/** Deletes in one project, or in all of them if it is null. */
export async function deleteTraceParts(
  db: Writer,
  accountId: string,
  projectId: string | null,
  traceIds: readonly string[],
): Promise<void> {
  const number =
    projectId === null
      ? undefined
      : (await db.selectFrom('projects').select('number').where('id', '=', projectId).executeTakeFirst())
          ?.number;
  for (const some of chunks(traceIds)) {
    let query = db.deleteFrom('open_spans').where('account_id', '=', accountId).where('trace_id', 'in', some);
    // A request that names no project may be about this one.
    if (projectId !== null) query = query.where('project_number', 'in', [number ?? 0, 0]);
    await query.execute();
  }
}

export const deleteProjectParts = (db: Writer, accountId: string, project: number) =>
  db
    .deleteFrom('open_spans')
    .where('account_id', '=', accountId)
    .where('project_number', '=', project)
    .execute();

export const selectPartKeys = (db: Writer) =>
  db
    .selectFrom('open_spans')
    .select([...KEY])
    .execute();

type PartKey = Pick<OpenSpansTable, (typeof KEY)[number]>;

export async function rewritePart(
  db: Writer,
  { account_id, project_number, peer, kind, id }: PartKey,
  rewrite: (body: string) => string,
): Promise<void> {
  const row = await db
    .selectFrom('open_spans')
    .select('body')
    .where('account_id', '=', account_id)
    .where('project_number', '=', project_number)
    .where('peer', '=', peer)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  await db
    .updateTable('open_spans')
    .set({ body: rewrite(row.body) })
    .where('account_id', '=', account_id)
    .where('project_number', '=', project_number)
    .where('peer', '=', peer)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}
