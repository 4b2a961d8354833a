export { alertsJob, makeAlertsJob } from './check.job.ts';
export { alertExpiryJob } from './expire.job.ts';
export { alertEndpoints } from './endpoints.ts';
