import type { Module } from '#core/module';
import { evalDatasetEndpoints } from './endpoints.ts';
import { datasetFileEndpoints } from './files/endpoints.ts';
import { datasetItemEndpoints } from './items/endpoints.ts';
import { forgetItems } from './forget-items.ts';
import { forgetLinks, forgetProjectRuns } from './linked-runs/store.ts';
import { deleteProjectDatasets } from './store.ts';

export const evalDatasetsModule: Module = {
  tag: { name: 'eval-datasets', description: 'Inputs and expected outputs for evaluation runs' },
  endpoints: [...evalDatasetEndpoints, ...datasetItemEndpoints, ...datasetFileEndpoints],
  hooks: {
    onErased: async (db, { id }, erased, now) => {
      await forgetItems(db, id, erased, now);
      await forgetLinks(db, id, erased);
    },
    onProjectRemoved: async (db, { accountId, projectId }) => {
      await forgetProjectRuns(db, accountId, projectId);
      await deleteProjectDatasets(db, accountId, projectId);
    },
  },
};
