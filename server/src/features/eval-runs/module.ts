import type { Module } from '#core/module';
import { evalRunEndpoints } from './endpoints.ts';
import { evalRunJob } from './execute/run.job.ts';
import { deleteProjectRuns, forgetScores, forgetTraceScores } from './forget-calls.ts';

export const evalRunsModule: Module = {
  tag: {
    name: 'eval-runs',
    description: 'Runs, comparisons, the CI gate, agreement with people and trust in the judge',
  },
  endpoints: evalRunEndpoints,
  jobs: [evalRunJob],
  hooks: {
    onErased: async (db, { id }, { projectId, callIds, traceIds }) => {
      await forgetScores(db, id, callIds);
      await forgetTraceScores(db, id, projectId, traceIds);
    },
    onProjectRemoved: async (db, { accountId, projectId }, callIds) => {
      await deleteProjectRuns(db, accountId, projectId);
      await forgetScores(db, accountId, callIds);
    },
  },
};
