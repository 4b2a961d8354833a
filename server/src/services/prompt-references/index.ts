export { PromptComposer, ReferenceFault } from './compose.ts';
export { LATEST, mayHaveReferences, referencesOf, type PromptReference } from './references.ts';
