import type { Module } from '#core/module';
import { evalDatasetEndpoints } from './endpoints.ts';
import { forgetItems } from './forget-items.ts';
import { sealItemsJob } from './seal-items.job.ts';

export const evalDatasetsModule: Module = {
  tag: { name: 'eval-datasets', description: 'Inputs, with what is expected of them, for evaluation runs' },
  endpoints: evalDatasetEndpoints,
  jobs: [sealItemsJob],
  hooks: { onErased: (db, { id }, { callIds }, now) => forgetItems(db, id, callIds, now) },
};
