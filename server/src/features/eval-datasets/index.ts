export { addCorrectionItem, type CorrectionOutcome } from './add-correction.ts';
export { createDataset } from './create.ts';
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
  pageOfItemsAt,
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
export {
  datasetOwnerOf,
  selectDatasetRow,
  selectDatasetsOfCalls,
  selectDatasetsOfPrompt,
  selectStoredDataset,
} from './store.ts';
