import type { Module } from '#core/module';
import { webhookEndpoints } from './endpoints.ts';
import { quotaThresholdJob } from './quota-threshold.job.ts';
import { watchQuota } from './quota-watch.ts';

export const webhooksModule: Module = {
  tag: { name: 'webhooks', description: 'Events of the account, sent to your addresses' },
  endpoints: webhookEndpoints,
  jobs: [quotaThresholdJob],
  hooks: { onRecordsStored: watchQuota },
};
