import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { enqueueAll } from '#core/jobs/job-queue';
import { DAILY_RUN, EXPORT_RUN_JOB, exportRun, type ExportRunPayload } from './queue.ts';
import { runScheduledExport } from './run-export.ts';
import { selectExportingAccounts } from './store.ts';

/** They mostly wait for a store, but each has a file of 32 MiB in memory. */
const AT_ONCE = 2;
const ACCOUNTS_AT_ONCE = 500;

export const exportRunJob = job<ExportRunPayload | null>({
  name: EXPORT_RUN_JOB,
  atOnce: AT_ONCE,
  // About four hours of attempts. The next day there is another run.
  maxAttempts: 8,
  firstRetryMs: 2 * MINUTE_MS,
  maxRetryMs: HOUR_MS,
  // A run ends after a slice, but not in the middle of a day, and a day may be long.
  timeoutMs: 12 * HOUR_MS,
  run: async (ctx, payload, signal) => {
    if (payload) await runScheduledExport(ctx, payload.accountId, signal);
  },
});

export const dailyExportsJob = job({
  name: 'daily-exports',
  schedule: DAILY_RUN,
  run: async (ctx) => {
    for (let after = ''; ;) {
      const accounts = await selectExportingAccounts(ctx.db, after, ACCOUNTS_AT_ONCE);
      await ctx.metadata.transaction((db) => enqueueAll(db, ctx.clock, accounts.map(exportRun)));
      if (accounts.length < ACCOUNTS_AT_ONCE) return;
      after = accounts.at(-1) ?? '';
    }
  },
});
