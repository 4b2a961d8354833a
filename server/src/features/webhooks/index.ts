export { webhookEndpoints } from './endpoints.ts';
export { quotaThresholdJob } from './quota-threshold.job.ts';
