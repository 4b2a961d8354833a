import type { Module } from '#core/module';
import { deliveryJob } from './delivery.job.ts';
import { CHANNEL_KINDS } from './schemas.ts';

export const notificationsModule: Module = {
  jobs: [deliveryJob],
  // An alert does not see the first failure of a counter that begins at one.
  start: ({ watch }) => {
    for (const channel of CHANNEL_KINDS)
      watch.count({ event: 'notification', channel, outcome: 'failed' }, 0);
  },
};
