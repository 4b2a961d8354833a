import type { Module } from '#core/module';
import { deleteProjectParts, deleteTraceParts } from './store.ts';
import { openSpansSweepJob } from './sweep.job.ts';

export const openSpansModule: Module = {
  jobs: [openSpansSweepJob],
  hooks: {
    onErased: (db, { id }, { projectId, traceIds, wholeTraceIds }) =>
      deleteTraceParts(db, id, projectId, [...new Set([...traceIds, ...wholeTraceIds])]),
    onProjectRemoved: (db, { accountId, projectNumber }) => deleteProjectParts(db, accountId, projectNumber),
  },
};
