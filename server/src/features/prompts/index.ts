export type { Variables } from './schemas.ts';
export { readVariables, selectPrompt, type PromptRow } from './store.ts';
