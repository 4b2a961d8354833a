export {
  findExternalDataset,
  pageOfDatasets,
  upsertDataset,
  type ExternalDataset,
} from './external/datasets.ts';
export {
  deleteExternalItem,
  findExternalItem,
  pageOfExternalItems,
  upsertExternalItem,
  type ExternalItem,
} from './external/items.ts';
export { keysFor, openItemTexts, runPlace, sealTexts } from './item-texts.ts';
export {
  deleteLinkedRun,
  findLinkedRun,
  linkRun,
  pageOfLinkedRuns,
  type Link,
  type LinkedRun,
} from './linked-runs/runs.ts';
export { requireDatasetPrompt } from './require-prompt.ts';
export { MAX_ITEMS } from './schemas.ts';
export { selectStoredDataset } from './store.ts';
