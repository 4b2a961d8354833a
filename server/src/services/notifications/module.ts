import type { Module } from '#core/module';
import { deliveryJob } from './delivery.job.ts';
import { CHANNEL_KINDS } from './schemas.ts';

export const notificationsModule: Module = {
  jobs: [deliveryJob],
  // Counters start at zero, because an alert would miss the first failure of a counter that begins at one.
  start: ({ watch }) => {
    for (const channel of CHANNEL_KINDS)
      watch.count({ event: 'notification', channel, outcome: 'failed' }, 0);
  },
};
