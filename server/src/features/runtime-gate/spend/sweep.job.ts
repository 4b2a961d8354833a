// Deletes expired rows. Rows expire by time, so nothing depends on when this runs.
import { DAY_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { expireApprovals, forgetApprovals } from '../approvals/store.ts';
import { deleteExpiredHolds } from './holds/store.ts';
import { forgetSpend } from './store.ts';

const KEEP_SPEND_MS = 92 * DAY_MS;
/** Decisions stay in the audit log. */
const KEEP_APPROVALS_MS = 90 * DAY_MS;

export const gateSweepJob = job({
  name: 'gate-sweep',
  schedule: '3,13,23,33,43,53 * * * *',
  run: async ({ metadata, clock }) => {
    const now = clock.now();
    await metadata.transaction(async (db) => {
      await deleteExpiredHolds(db, now);
      await expireApprovals(db, now);
      await forgetApprovals(db, now - KEEP_APPROVALS_MS);
      await forgetSpend(db, now - KEEP_SPEND_MS);
    });
  },
});
