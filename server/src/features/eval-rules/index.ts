export { evalRuleEndpoints } from './endpoints.ts';
export { scoreExpiryJob } from './score/expire.job.ts';
export { evalRulesJob } from './score/rules.job.ts';
