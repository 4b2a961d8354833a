import { isoTime } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { listJobs, type JobRow, type JobStatus } from '#core/jobs/job-queue';
import { cutPage, pageByNumber } from '#core/paging';
import type { Job, JobQuery } from './schemas.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : isoTime(ms));

const present = (row: JobRow): Job => ({
  id: row.id,
  name: row.name,
  status: row.status as JobStatus,
  attempt: row.attempt,
  maxAttempts: row.max_attempts,
  runAt: isoTime(row.run_at),
  startedAt: timeOrNull(row.started_at),
  finishedAt: timeOrNull(row.finished_at),
  durationMs: row.duration_ms,
  error: row.error,
  createdAt: isoTime(row.created_at),
});

/** Past and waiting jobs, newest first. */
export async function jobHistory(ctx: SystemContext, query: JobQuery) {
  const page = pageByNumber(query);
  const rows = await listJobs(ctx.db, page, { name: query.name, status: query.status });
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { jobs: shown.map(present), nextCursor };
}
