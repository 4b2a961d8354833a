// Reads the messages of stored calls and lays them out as text for a model or a person.
export { plainText, stepsOf } from './conversation-steps.ts';
export { cutMiddle } from './fit-to-tokens.ts';
export { expectedPart, materialOf, MAX_MATERIAL_TOKENS, type JudgedContent } from './judge-input.ts';
export { ConversationSoFar, hasHistory, marksOf, type ConversationMarks } from './new-messages.ts';
export { firstUserLine, MAX_PREVIEW, oneLine, previewOf, type PreviewText } from './preview.ts';
export { transcriptOf } from './transcript.ts';
export { voiceTurnsOf, type VoiceTurn } from './voice-turns.ts';
