// Deletes device logins that have ended, because they contain addresses. The next login that begins does it
// too.
import { job } from '#core/jobs/job';
import { deleteEndedDeviceLogins } from './store.ts';

export const endedLoginsJob = job({
  name: 'ended-device-logins',
  schedule: '23 * * * *',
  run: async (ctx) => {
    await ctx.metadata.transaction((db) => deleteEndedDeviceLogins(db, ctx.clock.now()));
  },
});
