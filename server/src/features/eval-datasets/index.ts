export { forgetItems } from './forget-items.ts';
export { keysFor, openTexts, runPlace, sealTexts } from './item-texts.ts';
export { requirePrompt } from './require-prompt.ts';
export { MAX_ITEMS, type Dataset, type DatasetItem } from './schemas.ts';
export { selectDataset, selectDataset as selectDatasetToRun } from './store.ts';
