// Cron schedules on the metadata store. Whichever process comes first turns a due time into a job and moves
// the schedule on, in one transaction; times that were missed while nothing ran are caught up once.
import { Cron } from 'croner';
import type { Clock } from '#lib/clock';
import type { JobDefinition } from '#core/job';
import { enqueue } from '#core/job-queue';
import { moveSchedule, selectSchedules, upsertSchedule } from '#core/job-schedules';
import type { Metadata } from '#metadata';

/** By expression: what comes next after a time comes next after every later time before it. Working it out takes a millisecond. */
const known = new Map<string, { after: number; next: number }>();

export function nextRun(cron: string, after: number): number {
  const before = known.get(cron);
  if (before && before.after <= after && after < before.next) return before.next;
  const found = new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(new Date(after));
  if (!found) throw new Error(`The schedule "${cron}" never runs again.`);
  const next = found.getTime();
  known.set(cron, { after, next });
  return next;
}

const MAX_ATTEMPTS = 3;

type Scheduled = JobDefinition & { schedule: string };

/** The jobs that run by the clock. Each process minds those it knows: another version may have others. */
export const scheduledOnly = (jobs: Iterable<JobDefinition>): Scheduled[] =>
  [...jobs].filter((job): job is Scheduled => job.schedule !== undefined);

export async function registerSchedules(
  metadata: Metadata,
  clock: Clock,
  jobs: readonly Scheduled[],
): Promise<void> {
  await metadata.transaction(async (db) => {
    for (const { name, schedule } of jobs) {
      await upsertSchedule(db, name, schedule, nextRun(schedule, clock.now()));
    }
  });
}

/** Answers when the next of them is due. */
export async function enqueueDue(
  metadata: Metadata,
  clock: Clock,
  jobs: readonly Scheduled[],
): Promise<number> {
  const now = clock.now();
  let earliest = Infinity;
  const dueAt = new Map(
    (await selectSchedules(metadata.reader)).map((row) => [row.name, row.next_run_at] as const),
  );
  for (const { name, schedule, maxAttempts = MAX_ATTEMPTS } of jobs) {
    const seen = dueAt.get(name);
    if (seen === undefined) continue;
    const next = nextRun(schedule, now);
    earliest = Math.min(earliest, next);
    // Another process may be a moment ahead and have moved it on by one already. A due time beyond that comes from a clock that
    // has since been set back.
    if (seen > now && (seen <= next || seen <= nextRun(schedule, next))) continue;
    await metadata.transaction(async (db) => {
      const moved = await moveSchedule(db, name, seen, next);
      if (moved && seen <= now)
        await enqueue(db, clock, { name, uniqueKey: `schedule:${name}`, maxAttempts });
    });
  }
  return earliest;
}
