export { keysFor, openItemTexts as openTexts, runPlace, sealTexts } from './item-texts.ts';
export { requireDatasetPrompt as requirePrompt } from './require-prompt.ts';
export { MAX_ITEMS } from './schemas.ts';
export { selectDataset as selectDatasetToRun } from './store.ts';
