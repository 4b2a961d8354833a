export { alertsJob } from './check.job.ts';
export { alertEndpoints } from './endpoints.ts';
