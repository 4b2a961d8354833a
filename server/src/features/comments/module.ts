import type { Module } from '#core/module';
import { commentEndpoints } from './endpoints.ts';
import { commentRetentionJob } from './expire.job.ts';
import { forgetComments } from './forget.ts';
import { deleteProjectComments } from './store.ts';

export const commentsModule: Module = {
  tag: { name: 'comments', description: 'What people say about calls, spans, runs and sessions' },
  endpoints: commentEndpoints,
  jobs: [commentRetentionJob],
  hooks: {
    onErased: (db, { id }, erased) => forgetComments(db, id, erased),
    onProjectRemoved: (db, { accountId, projectNumber }) =>
      deleteProjectComments(db, accountId, projectNumber),
  },
};
