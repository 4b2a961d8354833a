export { keysFor, openItemTexts, runPlace, sealTexts } from './item-texts.ts';
export { requireDatasetPrompt } from './require-prompt.ts';
export { MAX_ITEMS } from './schemas.ts';
export { selectDataset } from './store.ts';
