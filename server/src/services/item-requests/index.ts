// Model requests for items of a dataset: the prompt filled with the item, and the settings of the prompt. For
// experiments and for runs of datasets.
export { conversationMessages, messagesItem, messagesIn, promptWithMessages } from './item-messages.ts';
export { filledMessages, fillPrompt, type FilledPrompt } from './fill-template.ts';
export { isConfigured, isSameConfig, orderOf, readPromptConfig, type PromptConfig } from './prompt-config.ts';
