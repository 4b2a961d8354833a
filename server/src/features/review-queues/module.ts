import type { Module } from '#core/module';
import { clearAnswerTexts } from './answers/store.ts';
import { reviewQueueEndpoints } from './endpoints.ts';
import { reviewQueuesJob } from './fill.job.ts';
import { forgetReviewed } from './forget.ts';
import { deleteItemsOf } from './items/store.ts';
import { deleteProjectQueues } from './store.ts';

export const reviewQueuesModule: Module = {
  tag: {
    name: 'review-queues',
    description: 'Named queues of calls, runs and sessions that people review, and how much they agree',
  },
  endpoints: reviewQueueEndpoints,
  jobs: [reviewQueuesJob],
  hooks: {
    onErased: (db, { id }, erased) => forgetReviewed(db, id, erased),
    onContentDeleted: (db, { id }) => clearAnswerTexts(db, id),
    onProjectDeleted: (db, { accountId, projectId }) => deleteProjectQueues(db, accountId, projectId),
    onProjectRemoved: async (db, { accountId, projectId }, callIds) => {
      await deleteProjectQueues(db, accountId, projectId);
      await deleteItemsOf(db, accountId, { kind: 'call', ids: callIds, projectId });
    },
  },
};
