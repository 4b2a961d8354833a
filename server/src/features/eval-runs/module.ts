import type { Module } from '#core/module';
import { evalRunEndpoints } from './endpoints.ts';
import { evalRunJob } from './execute/run.job.ts';
import { deleteProjectRuns, forgetScores, forgetRunScores } from './forget-calls.ts';

export const evalRunsModule: Module = {
  tag: {
    name: 'eval-runs',
    description: 'Runs, comparisons, the CI gate, agreement with people and trust in the judge',
  },
  endpoints: evalRunEndpoints,
  jobs: [evalRunJob],
  hooks: {
    onErased: async (db, { id }, { projectId, callIds, traceIds, sessionIds }) => {
      await forgetScores(db, id, callIds);
      await forgetRunScores(db, id, projectId, { trace_id: traceIds, session_id: sessionIds });
    },
    onProjectRemoved: async (db, { accountId, projectId }, callIds) => {
      await deleteProjectRuns(db, accountId, projectId);
      await forgetScores(db, accountId, callIds);
    },
  },
};
