import type { Module } from '#core/module';
import { safetyEndpoints } from './endpoints.ts';
import { safetyExpiryJob } from './scan/expire.job.ts';
import { safetyScanJob } from './scan/safety-scan.job.ts';
import { deleteCallAssessments, deleteProjectAssessments } from './store.ts';

export const safetyModule: Module = {
  tag: { name: 'safety', description: 'Assessments of calls by a moderation classifier' },
  endpoints: safetyEndpoints,
  jobs: [safetyScanJob, safetyExpiryJob],
  hooks: {
    onErased: (db, { id }, { callIds }) => deleteCallAssessments(db, id, callIds),
    onProjectRemoved: (db, { accountId, projectNumber }) =>
      deleteProjectAssessments(db, accountId, projectNumber),
  },
};
