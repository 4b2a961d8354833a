// Finishes interrupted changes of stored records without waiting for the next change of the account, because
// the engine remembers only a limited number of inserts for deduplication.
import { job, Postponed } from '#core/jobs/job';
import { changeRecords, selectCutOff } from '#core/record-changes/record-changes';

const NAME = 'record-changes';

export const recordChangesJob = job({
  name: NAME,
  schedule: '* * * * *',
  maxAttempts: 1,
  hasWork: async ({ db, clock }) => (await selectCutOff(db, clock.now())).length > 0,
  run: async (ctx) => {
    for (const account of await selectCutOff(ctx.db, ctx.clock.now())) {
      await changeRecords(ctx, { account, kind: 'recovery' }, () => Promise.resolve()).catch(
        (error: unknown) => {
          // The running change has already finished what was left.
          if (!(error instanceof Postponed)) throw error;
        },
      );
    }
  },
});
