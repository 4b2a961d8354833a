// The inbox of problems that the service detects in the records.
import { enqueue } from '#core/jobs/job-queue';
import type { Module } from '#core/module';
import { guardianEndpoints } from './endpoints.ts';
import { findingExpiryJob } from './scan/expire.job.ts';
import { guardianJob } from './scan/guardian.job.ts';
import { deleteProjectFindings, forgetEvidence } from './store.ts';

export const guardianModule: Module = {
  tag: { name: 'guardian', description: 'Problems that the service detects in the records' },
  endpoints: guardianEndpoints,
  jobs: [guardianJob, findingExpiryJob],
  hooks: {
    // Otherwise the findings of the sample would appear only after some minutes.
    onSampleLoaded: (db, _project, now) => enqueue(db, { now: () => now }, { name: guardianJob.name }),
    onErased: (db, { id }, { callIds, wholeTraceIds }) =>
      forgetEvidence(db, id, { callIds: new Set(callIds), traceIds: new Set(wholeTraceIds) }),
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectFindings(db, accountId, projectId),
  },
};
