import type { Module } from '#core/module';
import { annotationEndpoints } from './endpoints.ts';
import { deleteClaims } from './review-queue/store.ts';
import { deleteCallAnnotations, deleteProjectAnnotations } from './store.ts';

export const annotationsModule: Module = {
  tag: {
    name: 'annotations',
    description: 'Notes, labels and quality scores on calls, and the queue of calls to review',
  },
  endpoints: annotationEndpoints,
  hooks: {
    onErased: async (db, { id }, { callIds }) => {
      await deleteCallAnnotations(db, id, callIds);
      await deleteClaims(db, id, callIds);
    },
    onProjectRemoved: async (db, { accountId, projectNumber }, callIds) => {
      await deleteProjectAnnotations(db, accountId, projectNumber);
      await deleteClaims(db, accountId, callIds);
    },
  },
};
