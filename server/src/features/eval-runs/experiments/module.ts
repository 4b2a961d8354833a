import { isoTime } from '#lib/clock';
import type { Module } from '#core/module';
import { experimentEndpoints } from './endpoints.ts';
import { experimentJob } from './execute/experiment.job.ts';
import { deleteProjectExperiments, forgetExperimentCalls, forgetExperimentContent } from './forget.ts';
import { selectExperimentsOfPrompt } from './store.ts';

export const experimentsModule: Module = {
  tag: { name: 'experiments', description: 'Prompts and models compared on the items of a dataset' },
  endpoints: experimentEndpoints,
  jobs: [experimentJob],
  hooks: {
    promptUses: async ({ db, account, project }, promptId, limit) => {
      const rows = await selectExperimentsOfPrompt(db, account.id, project?.id ?? null, promptId, limit);
      const shown = rows.map(({ id, name, status, created_at: at }) => ({
        id,
        name,
        status,
        createdAt: isoTime(at),
      }));
      return { experiments: shown };
    },
    onErased: (db, { id }, { callIds }) => forgetExperimentCalls(db, id, callIds),
    onContentDeleted: (db, { id }) => forgetExperimentContent(db, id),
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectExperiments(db, accountId, projectId),
  },
};
