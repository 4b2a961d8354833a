export { evalDatasetEndpoints } from './endpoints.ts';
export type { Dataset, DatasetItem } from './schemas.ts';
export { selectDataset, selectDataset as selectDatasetToRun } from './store.ts';
