export { watchQuota } from './quota-watch.ts';
