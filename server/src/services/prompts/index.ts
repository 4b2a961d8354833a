// Stored prompts, for everything that asks a model with them. Creating, changing and deploying them is
// features/prompts.
export { PromptComposer, ReferenceFault } from './compose.ts';
export { LATEST, referencesOf, type PromptReference } from './references.ts';
export { PromptMessage, TEMPLATE_BYTES, Variables } from './schemas.ts';
export { readMessages, readVariables, selectPrompt, type PromptRow } from './stored-prompt.ts';
