export { webhookEndpoints } from './endpoints.ts';
export { watchQuota } from './quota-watch.ts';
export { quotaThresholdJob } from './quota-threshold.job.ts';
