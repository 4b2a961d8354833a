export { createNumbered } from './by-number/create.ts';
export { deleteNumbered } from './by-number/delete.ts';
export { deployNumbered } from './by-number/deploy.ts';
export { findNumbered, type NumberedPrompt } from './by-number/find.ts';
export { listNumbered } from './by-number/list.ts';
export { deployIn } from './deployments/deploy.ts';
export { readMessages } from './chat.ts';
export { MAX_LABELS, type PromptMessage, type Variables } from './schemas.ts';
export { readVariables, selectPrompt, type PromptRow } from './store.ts';
