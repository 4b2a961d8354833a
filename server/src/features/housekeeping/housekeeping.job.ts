// Runs once an hour and deletes rows that are no longer needed. Audit entries and resources are never
// touched.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { forgetChanges } from '#core/change/change-feed';
import { job } from '#core/jobs/job';
import { forgetJobs } from '#core/jobs/job-queue';
import { forgetWindows } from '#core/access/rate-limit';
import { forgetMergedCalls, KEEP_MERGED_MS } from '#services/merged-calls';
import { KEEP_RECEIPTS_MS, forgetReceipts } from '#services/receipts';
import { forgetReviewClaims } from '#features/annotations';
import { deleteExpiredAccess } from '#services/accounts';
import { forgetDeliveries } from '#services/notifications';

const KEEP_CHANGES_MS = HOUR_MS;
const KEEP_JOBS_MS = 14 * DAY_MS;
const KEEP_DELIVERIES_MS = 30 * DAY_MS;

export const housekeepingJob = job({
  name: 'housekeeping',
  schedule: '17 * * * *',
  run: async (ctx) => {
    const now = ctx.clock.now();
    await ctx.metadata.transaction(async (db) => {
      await deleteExpiredAccess(db, now);
      await forgetReviewClaims(db, now);
      await forgetChanges(db, now - KEEP_CHANGES_MS);
      await forgetWindows(db, now - DAY_MS);
      await forgetReceipts(db, now - KEEP_RECEIPTS_MS);
      await forgetMergedCalls(db, now - KEEP_MERGED_MS);
      await forgetDeliveries(db, now - KEEP_DELIVERIES_MS);
      await forgetJobs(db, now - KEEP_JOBS_MS);
    });
  },
});
