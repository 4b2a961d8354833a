import type { Module } from '#core/module';
import { playgroundEndpoints } from './endpoints.ts';
import { stopPlaygroundRuns } from './run.ts';
import { deleteDraftsOfContent, deleteDraftsOfErased, deleteDraftsOfProject } from './store.ts';

export const playgroundModule: Module = {
  tag: { name: 'playground', description: 'Ask models and compare their answers' },
  endpoints: playgroundEndpoints,
  drain: stopPlaygroundRuns,
  hooks: {
    onErased: (db, { id }, erased) => deleteDraftsOfErased(db, id, erased),
    onContentDeleted: (db, { id }) => deleteDraftsOfContent(db, id),
    onProjectRemoved: (db, { accountId, projectId }) => deleteDraftsOfProject(db, accountId, projectId),
  },
};
