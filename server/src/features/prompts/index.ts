export { createNumbered } from './by-number/create.ts';
export { deleteNumbered } from './by-number/delete.ts';
export { deployNumbered } from './by-number/deploy.ts';
export { findNumbered, type NumberedPrompt } from './by-number/find.ts';
export { listNumbered } from './by-number/list.ts';
export { promptNeighbours, PromptNeighbours } from './composition/neighbours.ts';
export { deployIn, deployPrompt } from './deployments/deploy.ts';
export { selectPrompts } from './store.ts';
export { MAX_LABELS, PromptParams } from './schemas.ts';
