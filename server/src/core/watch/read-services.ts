// Where the gauges come from. Each is read by a scrape and by nothing else.
import { statfs } from 'node:fs/promises';
import { SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import { nextDue } from '#core/jobs/job-queue';
import type { Meters } from './meters.ts';

export function readServices(meters: Meters, { config, records, metadata, clock, jobs }: Services): void {
  const hasDisk = config.records.kind === 'embedded' || config.metadata.kind === 'sqlite';
  meters.read({
    jobNames: jobs.names(),
    waiting: () => {
      const { waitingBytes: bytes, waitingRequests: requests, log } = records.writerState();
      return {
        bytes,
        requests,
        records: log?.waitingRecords ?? 0,
        segments: log?.waitingSegments ?? 0,
        seconds: (log?.waitingMs ?? 0) / SECOND_MS,
      };
    },
    queries: () => records.activity(),
    jobsRunning: () => jobs.running(),
    // A store that is away is in the health check. The other metrics are served all the same.
    oldestDueSeconds: () =>
      nextDue(metadata.reader).then(
        (due) => Math.max(0, clock.now() - due) / SECOND_MS,
        () => undefined,
      ),
    disk: async () => {
      if (!hasDisk) return undefined;
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
    },
  });
}
