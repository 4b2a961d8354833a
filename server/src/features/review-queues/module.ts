import type { Module } from '#core/module';
import { clearAnswerTexts } from './answers/store.ts';
import { reviewQueueEndpoints } from './endpoints.ts';
import { reviewQueuesJob } from './fill.job.ts';
import { deleteItemsOfCalls } from './items/store.ts';
import { deleteProjectQueues } from './store.ts';

export const reviewQueuesModule: Module = {
  tag: {
    name: 'review-queues',
    description: 'Named queues of calls that people review, and how much they agree',
  },
  endpoints: reviewQueueEndpoints,
  jobs: [reviewQueuesJob],
  hooks: {
    onErased: (db, { id }, { callIds }) => deleteItemsOfCalls(db, id, callIds),
    onContentDeleted: (db, { id }) => clearAnswerTexts(db, id),
    onProjectRemoved: async (db, { accountId, projectId }, callIds) => {
      await deleteProjectQueues(db, accountId, projectId);
      await deleteItemsOfCalls(db, accountId, callIds);
    },
  },
};
