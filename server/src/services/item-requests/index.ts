// What a model is asked for an item of a dataset: the prompt with the item in its place, and the settings of the
// prompt. For experiments and for runs of datasets.
export { conversationMessages, messagesItem, messagesIn, promptWithMessages } from './item-messages.ts';
export { filledMessages, fillPrompt, type FilledPrompt } from './fill-template.ts';
export { isConfigured, isSameConfig, orderOf, readPromptConfig, type PromptConfig } from './prompt-config.ts';
