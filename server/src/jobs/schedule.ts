// Cron schedules on the metadata store. Whichever process comes first turns a due time into a job and moves
// the schedule on, in one transaction; times that were missed while nothing ran are caught up once.
import { Cron } from 'croner';
import type { Clock } from '#lib/clock';
import type { JobDefinition } from '#core/job';
import { enqueue } from '#core/job-queue';
import { deleteSchedulesExcept, moveSchedule, selectSchedules, upsertSchedule } from '#core/job-schedules';
import type { Metadata } from '#metadata';

export function nextRun(cron: string, after: number): number {
  const next = new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(new Date(after));
  if (!next) throw new Error(`The schedule "${cron}" never runs again.`);
  return next.getTime();
}

export async function registerSchedules(
  metadata: Metadata,
  clock: Clock,
  jobs: readonly JobDefinition[],
): Promise<void> {
  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule === undefined ? [] : [{ name, cron: schedule }],
  );
  await metadata.transaction(async (db) => {
    await deleteSchedulesExcept(
      db,
      scheduled.map(({ name }) => name),
    );
    for (const { name, cron } of scheduled) await upsertSchedule(db, name, cron, nextRun(cron, clock.now()));
  });
}

export async function enqueueDue(metadata: Metadata, clock: Clock): Promise<void> {
  const now = clock.now();
  const due = (await selectSchedules(metadata.reader)).filter(
    // A next time beyond the next one there could be comes from a clock that has since been set back.
    (schedule) => schedule.next_run_at <= now || schedule.next_run_at > nextRun(schedule.cron, now),
  );
  for (const { name, cron, next_run_at: seen } of due) {
    await metadata.transaction(async (db) => {
      const next = nextRun(cron, now);
      const moved = await moveSchedule(db, name, seen, next);
      if (moved && seen <= now)
        await enqueue(db, clock, { name, uniqueKey: `schedule:${name}`, maxAttempts: 3 });
    });
  }
}
