// The next due time of each scheduled job.
import type { Reader, Writer } from '#metadata';

export const selectSchedules = (db: Reader) => db.selectFrom('job_schedules').selectAll().execute();

/** A schedule with an unchanged expression keeps its due time, so a restart does not skip a run. */
export const upsertSchedule = (db: Writer, name: string, cron: string, nextRunAt: number) =>
  db
    .insertInto('job_schedules')
    .values({ name, cron, next_run_at: nextRunAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ cron, next_run_at: nextRunAt })
        .where('job_schedules.cron', '!=', cron),
    )
    .execute();

/** True for the one process that was first. */
export async function moveSchedule(db: Writer, name: string, from: number, to: number): Promise<boolean> {
  const result = await db
    .updateTable('job_schedules')
    .set({ next_run_at: to })
    .where('name', '=', name)
    .where('next_run_at', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
