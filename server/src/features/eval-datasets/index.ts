export { keysFor, openTexts, runPlace, sealTexts } from './item-texts.ts';
export { requirePrompt } from './require-prompt.ts';
export { MAX_ITEMS } from './schemas.ts';
export { selectDataset as selectDatasetToRun } from './store.ts';
