import type { Module } from '#core/module';
import { proposalEndpoints } from './endpoints.ts';
import { proposalsOfAccountJob } from './look.job.ts';
import { proposalsJob } from './refresh.job.ts';
import { deleteProjectProposals, forgetExamples } from './store.ts';

export const proposalsModule: Module = {
  tag: { name: 'proposals', description: 'Possible savings, derived from the records, with evidence' },
  endpoints: proposalEndpoints,
  jobs: [proposalsJob, proposalsOfAccountJob],
  hooks: {
    onErased: (db, { id }, { callIds, wholeTraceIds }) =>
      forgetExamples(db, id, { callIds: new Set(callIds), traceIds: new Set(wholeTraceIds) }),
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectProposals(db, accountId, projectId),
  },
};
