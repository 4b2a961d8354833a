// The sources of the gauges. They are read only by a scrape.
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
    // The health check reports a store that is unavailable. The other metrics are served anyway.
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
