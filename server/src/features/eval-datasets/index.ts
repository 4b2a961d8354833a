export { evalDatasetEndpoints } from './endpoints.ts';
export { requirePrompt } from './require-prompt.ts';
export { MAX_ITEMS, type Dataset, type DatasetItem } from './schemas.ts';
export { ownerOf, selectDataset, selectDataset as selectDatasetToRun } from './store.ts';
