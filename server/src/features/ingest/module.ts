import type { Module } from '#core/module';
import { callDemotionJob, forgetDemotions } from './duplicate-spans/call-demotion.job.ts';
import { findDuplicatesJob } from './duplicate-spans/find-duplicates.job.ts';
import { ingestEndpoints } from './endpoints.ts';
import { addEventsJob } from './span-events/add-events.job.ts';
import { deleteAccountEvents, deleteProjectEvents, deleteTraceEvents } from './span-events/store.ts';
import { threadUseOf } from './thread/choose-preparer.ts';

export const ingestModule: Module = {
  tag: { name: 'ingest', description: 'Send records, and see why records were rejected' },
  endpoints: ingestEndpoints,
  jobs: [findDuplicatesJob, callDemotionJob, addEventsJob],
  hooks: {
    onErased: async (db, { id, number }, { projectId, traceIds, wholeTraceIds }) => {
      await forgetDemotions(db, number);
      await deleteTraceEvents(db, id, projectId, [...new Set([...traceIds, ...wholeTraceIds])]);
    },
    onContentDeleted: (db, { id }) => deleteAccountEvents(db, id),
    onProjectRemoved: (db, { accountId, projectNumber }) => deleteProjectEvents(db, accountId, projectNumber),
  },
  // A thread that always runs starts now.
  start: (services) => void threadUseOf(services),
};
