import type { Module } from '#core/module';
import { experimentEndpoints } from './endpoints.ts';
import { experimentJob } from './execute/experiment.job.ts';
import { deleteProjectExperiments, forgetExperimentCalls, forgetExperimentContent } from './forget.ts';
import { experimentsOfPrompt } from './uses.ts';

export const experimentsModule: Module = {
  tag: { name: 'experiments', description: 'Prompts and models compared on the items of a dataset' },
  endpoints: experimentEndpoints,
  jobs: [experimentJob],
  hooks: {
    promptUses: async (ctx, promptId, limit) => ({
      experiments: await experimentsOfPrompt(ctx, promptId, limit),
    }),
    onErased: (db, { id }, { callIds }) => forgetExperimentCalls(db, id, callIds),
    onContentDeleted: (db, { id }) => forgetExperimentContent(db, id),
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectExperiments(db, accountId, projectId),
  },
};
