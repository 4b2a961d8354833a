import type { TestApp } from './app.ts';

/**
 * Runs every job that is due, and the due jobs that these queue. A worker has few slots, and jobs take turns.
 */
export async function runJobs({ worker, services: { metadata, clock } }: TestApp): Promise<void> {
  for (let rounds = 0; rounds < 50; rounds += 1) {
    await worker.round();
    await worker.settled();
    const due = await metadata.reader
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'queued')
      .where('run_at', '<=', clock.now())
      .executeTakeFirst();
    if (!due) return;
  }
}
