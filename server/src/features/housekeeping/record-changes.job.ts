// Finishes changes of stored records that were cut off, by a crash or a fault, without waiting for the next change of the account: the
// engine remembers for a limited number of inserts which of them it has had.
import { job, Postponed } from '#core/job';
import { changeRecords, selectCutOff } from '#core/record-changes';

const NAME = 'record-changes';

export const recordChangesJob = job({
  name: NAME,
  schedule: '* * * * *',
  maxAttempts: 1,
  run: async (ctx) => {
    for (const account of await selectCutOff(ctx.db, ctx.clock.now())) {
      await changeRecords(ctx, { account, kind: 'recovery' }, () => Promise.resolve()).catch(
        (error: unknown) => {
          // The change that is under way has finished what was left before it.
          if (!(error instanceof Postponed)) throw error;
        },
      );
    }
  },
});
