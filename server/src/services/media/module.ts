import type { Module } from '#core/module';
import { mediaJob } from './media.job.ts';
import { discardAllMedia } from './store.ts';

export const mediaFilesModule: Module = {
  jobs: [mediaJob],
  hooks: {
    onContentDeleted: (db, { id }) => discardAllMedia(db, { accountId: id, project: null }),
    onProjectRemoved: (db, { accountId, projectNumber }) =>
      discardAllMedia(db, { accountId, project: projectNumber }),
  },
};
