import type { TestApp } from './app.ts';

/**
 * Every job that is due, and those due ones that they queue. A worker has few places, and jobs take turns at
 * them.
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
