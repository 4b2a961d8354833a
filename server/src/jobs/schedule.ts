// Cron schedules in the metadata store. The first process to see a due time adds the job and advances the
// schedule in one transaction. Times missed while nothing ran are caught up once.
import { Cron } from 'croner';
import type { Clock } from '#lib/clock';
import type { JobDefinition } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { moveSchedule, selectSchedules, upsertSchedule } from '#core/jobs/job-schedules';
import type { Metadata } from '#metadata';

/**
 * The next run by expression, cached because computing it takes a millisecond. It stays valid for all times
 * before it.
 */
const known = new Map<string, { after: number; next: number }>();

export function nextRun(cron: string, after: number): number {
  const before = known.get(cron);
  if (before && before.after <= after && after < before.next) return before.next;
  // By offset: conversions with a named time zone take four times as long, and there are some at each start.
  const found = new Cron(cron, { utcOffset: 0, paused: true }).nextRun(new Date(after));
  if (!found) throw new Error(`The schedule "${cron}" never runs again.`);
  const next = found.getTime();
  known.set(cron, { after, next });
  return next;
}

const MAX_ATTEMPTS = 3;

type Scheduled = JobDefinition & { schedule: string };

/** Jobs with a schedule. Each process handles those it knows; another version may have others. */
export const scheduledOnly = (jobs: Iterable<JobDefinition>): Scheduled[] =>
  [...jobs].filter((job): job is Scheduled => job.schedule !== undefined);

/** A start usually finds all of them, and writes nothing. */
export async function registerSchedules(
  metadata: Metadata,
  clock: Clock,
  jobs: readonly Scheduled[],
): Promise<void> {
  const found = new Map((await selectSchedules(metadata.reader)).map(({ name, cron }) => [name, cron]));
  const changed = jobs.filter(({ name, schedule }) => found.get(name) !== schedule);
  if (changed.length === 0) return;
  await metadata.transaction(async (db) => {
    for (const { name, schedule } of changed) {
      await upsertSchedule(db, name, schedule, nextRun(schedule, clock.now()));
    }
  });
}

/**
 * `hasWork` is asked about jobs that are due; `until` is when they are due again. A job without work keeps
 * its due time, so the first process that sees work adds it. Returns when the next job is due.
 */
export async function enqueueDue(
  metadata: Metadata,
  clock: Clock,
  jobs: readonly Scheduled[],
  hasWork: (job: Scheduled, until: number) => Promise<boolean>,
): Promise<number> {
  const now = clock.now();
  let earliest = Infinity;
  const dueAt = new Map(
    (await selectSchedules(metadata.reader)).map((row) => [row.name, row.next_run_at] as const),
  );
  for (const job of jobs) {
    const { name, schedule, maxAttempts = MAX_ATTEMPTS } = job;
    const seen = dueAt.get(name);
    if (seen === undefined) continue;
    const next = nextRun(schedule, now);
    earliest = Math.min(earliest, next);
    // Another process may be slightly ahead and have advanced it once. A later due time comes from a clock
    // that was set back since.
    if (seen > now && (seen <= next || seen <= nextRun(schedule, next))) continue;
    if (seen <= now && !(await hasWork(job, next))) continue;
    await metadata.transaction(async (db) => {
      const moved = await moveSchedule(db, name, seen, next);
      if (moved && seen <= now)
        await enqueue(db, clock, { name, uniqueKey: `schedule:${name}`, maxAttempts });
    });
  }
  return earliest;
}
