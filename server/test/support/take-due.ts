import type { Clock } from '#lib/clock';
import { selectDue, takeJob, type JobRow, type Lease } from '#core/jobs/job-queue';
import type { Metadata } from '#metadata';

/** Acts like a process that takes the job that has been due longest, and dies. */
export async function takeDue(metadata: Metadata, clock: Clock, lease: Lease): Promise<JobRow | null> {
  const due = await selectDue(metadata.reader, clock.now(), { run_at: 0, id: 0 }, 1_000);
  const first = due.find(({ name }) => lease.attempts.has(name));
  return first ? takeJob(metadata, clock, first.id, lease) : null;
}
