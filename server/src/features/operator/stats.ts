import { stat } from 'node:fs/promises';
import type { Config } from '#config';
import { SECOND_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { countJobs } from '#core/jobs/job-queue';
import type { Stats } from './schemas.ts';
import { countAccounts } from './store.ts';

export async function serviceStats(ctx: SystemContext): Promise<Stats> {
  const { waitingBytes, waitingRequests, log } = ctx.records.writerState();
  const [accounts, records, metadataBytes, jobs] = await Promise.all([
    countAccounts(ctx.db),
    ctx.records.admin.stats(),
    embeddedBytes(ctx.config),
    countJobs(ctx.db),
  ]);
  return {
    version: ctx.config.version,
    uptimeSeconds: Math.max(0, Math.floor((ctx.clock.now() - ctx.startedAt) / 1000)),
    accounts,
    records: records.records,
    bytesOnDisk: records.bytesOnDisk + metadataBytes,
    writer: {
      waitingBytes,
      waitingRequests,
      waitingSegments: log?.waitingSegments ?? 0,
      waitingSeconds: (log?.waitingMs ?? 0) / SECOND_MS,
    },
    jobs: { ...jobs, names: ctx.jobs.names() },
  };
}

/** The metadata file and its write-ahead log. External stores are not included. */
async function embeddedBytes({ metadata }: Config): Promise<number> {
  if (metadata.kind !== 'sqlite') return 0;
  const sizes = await Promise.all(
    [metadata.path, `${metadata.path}-wal`].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
