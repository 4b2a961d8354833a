import type { Module } from '#core/module';
import { evalCriterionEndpoints } from './endpoints.ts';
import { addSampleCriteria, removeSampleCriteria } from './sample-criteria.ts';

export const evalCriteriaModule: Module = {
  tag: { name: 'eval-criteria', description: 'Criteria by which a judge or a rule scores calls' },
  endpoints: evalCriterionEndpoints,
  hooks: { onSampleLoaded: addSampleCriteria, onProjectRemoved: removeSampleCriteria },
};
