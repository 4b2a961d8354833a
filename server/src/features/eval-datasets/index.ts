export { evalDatasetEndpoints } from './endpoints.ts';
export { requirePrompt } from './require-prompt.ts';
export type { Dataset, DatasetItem } from './schemas.ts';
export { selectDataset, selectDataset as selectDatasetToRun } from './store.ts';
