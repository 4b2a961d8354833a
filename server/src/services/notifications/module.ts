import type { Module } from '#core/module';
import { deliveryJob } from './delivery.job.ts';

export const notificationsModule: Module = {
  jobs: [deliveryJob],
};
