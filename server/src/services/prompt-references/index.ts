export { PromptComposer, ReferenceFault } from './compose.ts';
export { LATEST, referencesOf, type PromptReference } from './references.ts';
