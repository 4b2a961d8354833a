// The durable job queue: rows in the metadata store. Taking a job is one conditional update, so it runs once
// across processes. An expired lease (crash, power cut) puts it back. A job of an account has `accountId` in
// its payload; accounts take turns by it (jobs/due-jobs.ts).
import { sql } from 'kysely';
import type { Clock } from '#lib/clock';
import { skipLocked, type JobsTable, type Metadata, type Reader, type Writer } from '#metadata';
import type { Selectable } from 'kysely';
import { JOB_DEFAULTS, type Enqueue } from './job.ts';
import type { Page } from '#core/paging';

export type JobRow = Selectable<JobsTable>;
export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

const MAX_ERROR_CHARS = 2_000;
// Stands for the limit in the job's definition. A caller has only the name; the process that takes the job has
// the definition.
const DEFAULT_OF_JOB = 0;

/**
 * Runs in the caller's transaction, so the job exists only if its cause does. Null if a job with the same key
 * already waits.
 */
export async function enqueue(db: Writer, clock: Clock, order: Enqueue): Promise<number | null> {
  const row = await db
    .insertInto('jobs')
    .values(queuedRow(order, clock.now()))
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

const ROWS_AT_ONCE = 1_000;

/** Enqueues many jobs in few statements. */
export async function enqueueAll(db: Writer, clock: Clock, orders: readonly Enqueue[]): Promise<void> {
  for (let from = 0; from < orders.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('jobs')
      .values(orders.slice(from, from + ROWS_AT_ONCE).map((order) => queuedRow(order, clock.now())))
      .onConflict((conflict) => conflict.column('unique_key').doNothing())
      .execute();
  }
}

const queuedRow = (order: Enqueue, now: number) => ({
  name: order.name,
  unique_key: order.uniqueKey ?? null,
  payload: JSON.stringify(order.payload ?? null),
  status: 'queued',
  // Other processes have already read past a due time in the past.
  run_at: Math.max(order.runAt ?? now, now),
  attempt: 0,
  max_attempts: order.maxAttempts ?? DEFAULT_OF_JOB,
  created_at: now,
});

/** The fields of a due job that the choice between jobs needs. */
export interface DueJob {
  id: number;
  name: string;
  run_at: number;
  /** Null for a job of the service itself. */
  accountId: string | null;
}

/**
 * A payload may be long, and the account is one of its first fields. Inside a string, quotes are escaped and
 * do not match.
 */
const HEAD_CHARS = 400;
const OF_ACCOUNT = /"accountId":"(\w+)"/;

export const accountOf = (payload: string): string | null =>
  OF_ACCOUNT.exec(payload.slice(0, HEAD_CHARS))?.[1] ?? null;

/** Due jobs after a position, in the order of their due times. */
export async function selectDue(
  db: Reader,
  now: number,
  after: Pick<DueJob, 'run_at' | 'id'>,
  limit: number,
): Promise<DueJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'run_at', sql<string>`substr(payload, 1, ${sql.lit(HEAD_CHARS)})`.as('head')])
    .where('status', '=', 'queued')
    .where('run_at', '>=', after.run_at)
    .where('run_at', '<=', now)
    .where((eb) => eb.or([eb('run_at', '>', after.run_at), eb('id', '>', after.id)]))
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, run_at, head }) => ({ id, name, run_at, accountId: accountOf(head) }));
}

/** The earliest due time of waiting jobs; Infinity if none waits. */
export async function nextDue(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('run_at').as('first'))
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return row?.first ?? Infinity;
}

/** The job that waits or runs under this key. */
export const selectJobByKey = (
  db: Reader,
  uniqueKey: string,
): Promise<Pick<JobRow, 'id' | 'status' | 'run_at'> | undefined> =>
  db
    .selectFrom('jobs')
    .select(['id', 'status', 'run_at'])
    .where('unique_key', '=', uniqueKey)
    .executeTakeFirst();

/** Makes a waiting job due now. False if none waits under this key. */
export async function hastenJob(db: Writer, clock: Clock, uniqueKey: string): Promise<boolean> {
  const now = clock.now();
  const result = await db
    .updateTable('jobs')
    .set({ run_at: now, attempt: 0 })
    .where('unique_key', '=', uniqueKey)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface Lease {
  worker: string;
  leaseMs: number;
  /** The jobs that this worker can run, with their maximum number of attempts. */
  attempts: ReadonlyMap<string, number>;
}

/** Takes the job for the length of the lease. Null if another process was faster. */
export async function takeJob(
  metadata: Metadata,
  clock: Clock,
  id: number,
  lease: Lease,
): Promise<JobRow | null> {
  const now = clock.now();
  return metadata.transaction(async (db) => {
    const { rows } = await sql<JobRow>`
      update jobs set status = 'running', locked_by = ${lease.worker}, locked_until = ${now + lease.leaseMs},
        attempt = attempt + 1, started_at = ${now}, finished_at = null, duration_ms = null
      where id = (
        select id from jobs where id = ${id} and status = 'queued' and run_at <= ${now} ${skipLocked(metadata.kind)}
      )
      returning *`.execute(db);
    const job = rows[0];
    if (!job || job.max_attempts !== DEFAULT_OF_JOB) return job ?? null;
    const limit = lease.attempts.get(job.name) ?? JOB_DEFAULTS.maxAttempts;
    await db.updateTable('jobs').set({ max_attempts: limit }).where('id', '=', job.id).execute();
    return { ...job, max_attempts: limit };
  });
}

/** Starts a job now, as if it had been taken. It has one attempt. */
export async function beginJob(
  metadata: Metadata,
  clock: Clock,
  name: string,
  worker: string,
  leaseMs: number,
): Promise<JobRow> {
  const now = clock.now();
  const values = { name, payload: 'null', status: 'running', run_at: now, created_at: now, started_at: now };
  return metadata.transaction((db) =>
    db
      .insertInto('jobs')
      .values({ ...values, attempt: 1, max_attempts: 1, locked_by: worker, locked_until: now + leaseMs })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** False if the lease was lost and another process has the job. */
export async function renewLease(
  metadata: Metadata,
  clock: Clock,
  job: JobRow,
  leaseMs: number,
): Promise<boolean> {
  const result = await metadata.transaction((db) =>
    db
      .updateTable('jobs')
      .set({ locked_until: clock.now() + leaseMs })
      .where('id', '=', job.id)
      .where('status', '=', 'running')
      .where('locked_by', '=', job.locked_by)
      .where('attempt', '=', job.attempt)
      .executeTakeFirst(),
  );
  return result.numUpdatedRows > 0n;
}

/**
 * `postponed`: the job could not run, or the process is stopping. The job is put back, and the attempt does not
 * count.
 */
export type JobOutcome =
  | { status: 'done' }
  | { status: 'failed'; error: string; retryAt: number | null }
  | { status: 'postponed'; error: string | null; retryAt: number };

export async function finishJob(
  metadata: Metadata,
  clock: Clock,
  job: JobRow,
  outcome: JobOutcome,
): Promise<void> {
  const now = clock.now();
  const error = outcome.status === 'done' ? null : (outcome.error?.slice(0, MAX_ERROR_CHARS) ?? null);
  const retryAt = outcome.status === 'done' ? null : outcome.retryAt;
  const end =
    retryAt === null ? { status: outcome.status, unique_key: null } : { status: 'queued', run_at: retryAt };
  await metadata.transaction((db) =>
    db
      .updateTable('jobs')
      .set({
        ...end,
        ...(outcome.status === 'postponed' && { attempt: job.attempt - 1 }),
        error,
        locked_by: null,
        locked_until: null,
        finished_at: now,
        duration_ms: Math.max(0, now - (job.started_at ?? now)),
      })
      .where('id', '=', job.id)
      .where('locked_by', '=', job.locked_by)
      .where('attempt', '=', job.attempt)
      .execute(),
  );
}

/**
 * Puts back jobs of dead processes, never those of the caller. A lease that ends later than any lease can
 * comes from a clock that was set back since, and counts as expired. A due time that is too far in the future
 * is moved back in the same way.
 */
export async function reviveJobs(
  metadata: Metadata,
  clock: Clock,
  leaseMs: number,
  inHand: readonly number[],
): Promise<number> {
  const now = clock.now();
  return metadata.transaction(async (db) => {
    const revived = await db
      .updateTable('jobs')
      .set((eb) => ({
        status: eb.case().when('attempt', '<', eb.ref('max_attempts')).then('queued').else('failed').end(),
        unique_key: eb
          .case()
          .when('attempt', '<', eb.ref('max_attempts'))
          .then(eb.ref('unique_key'))
          .else(null)
          .end(),
        error: 'The process that ran this job ended before it was done.',
        locked_by: null,
        locked_until: null,
        run_at: now,
        finished_at: now,
        duration_ms: null,
      }))
      .where('status', '=', 'running')
      .$if(inHand.length > 0, (query) => query.where('id', 'not in', inHand))
      .where((eb) => eb.or([eb('locked_until', '<=', now), eb('locked_until', '>', now + 2 * leaseMs)]))
      .executeTakeFirst();
    await db
      .updateTable('jobs')
      .set((eb) => {
        // A retry waits from its last failure, a new job from its creation.
        const since = eb.fn.coalesce('finished_at', 'created_at');
        return { run_at: eb(eb.val(now), '+', eb('run_at', '-', since)), created_at: now, finished_at: null };
      })
      .where('status', '=', 'queued')
      .where((eb) => eb(eb.fn.coalesce('finished_at', 'created_at'), '>', now + leaseMs))
      .execute();
    return Number(revived.numUpdatedRows);
  });
}

interface JobFilter {
  name?: string | undefined;
  status?: string | undefined;
}

export async function listJobs(db: Reader, page: Page<number>, filter: JobFilter = {}): Promise<JobRow[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .$if(filter.name !== undefined, (query) => query.where('name', '=', filter.name ?? ''))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? ''))
    .$if(page.after !== null, (query) => query.where('id', '<', page.after ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) =>
    Object.assign(row, { max_attempts: row.max_attempts || JOB_DEFAULTS.maxAttempts }),
  );
}

export async function countJobs(db: Reader): Promise<Record<JobStatus, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counts: Record<JobStatus, number> = { queued: 0, running: 0, done: 0, failed: 0 };
  for (const row of rows) counts[row.status as JobStatus] = row.count;
  return counts;
}

/** Deletes old entries of the job history. */
export const forgetJobs = (db: Writer, before: number) =>
  db.deleteFrom('jobs').where('status', 'in', ['done', 'failed']).where('finished_at', '<', before).execute();
