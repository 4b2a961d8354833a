import type { Module } from '#core/module';
import { experimentEndpoints } from './endpoints.ts';
import { experimentJob } from './execute/experiment.job.ts';
import { deleteProjectExperiments, forgetExperimentCalls, forgetExperimentContent } from './forget.ts';

export const experimentsModule: Module = {
  tag: { name: 'experiments', description: 'Prompts and models compared on the items of a dataset' },
  endpoints: experimentEndpoints,
  jobs: [experimentJob],
  hooks: {
    onErased: (db, { id }, { callIds }) => forgetExperimentCalls(db, id, callIds),
    onContentDeleted: (db, { id }) => forgetExperimentContent(db, id),
    onProjectDeleted: (db, { accountId, projectId }) => deleteProjectExperiments(db, accountId, projectId),
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectExperiments(db, accountId, projectId),
  },
};
