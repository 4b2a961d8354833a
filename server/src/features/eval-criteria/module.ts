import type { Module } from '#core/module';
import { evalCriterionEndpoints } from './endpoints.ts';

export const evalCriteriaModule: Module = {
  tag: { name: 'eval-criteria', description: 'What calls are scored by: for a judge, or by a rule' },
  endpoints: evalCriterionEndpoints,
};
