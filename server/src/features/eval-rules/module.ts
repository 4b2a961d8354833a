import type { Module } from '#core/module';
import { evalRuleEndpoints } from './endpoints.ts';
import { scoreExpiryJob } from './score/expire.job.ts';
import { evalRulesJob } from './score/rules.job.ts';

export const evalRulesModule: Module = {
  tag: {
    name: 'eval-rules',
    description: 'Rules that score new calls as they arrive, and traces and sessions as they end',
  },
  endpoints: evalRuleEndpoints,
  jobs: [evalRulesJob, scoreExpiryJob],
};
