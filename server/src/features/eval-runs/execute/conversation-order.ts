// What a model is asked for an item that is a conversation: the instructions of the prompt, then the
// conversation itself with its tools.
import type { PromptRow } from '#features/prompts';
import { CONVERSATION_MARK, conversationMessages, type ConversationItem } from '#services/model-runs';
import type { ChatOrder } from '#services/models';
import { fillPrompt } from './fill-template.ts';

export function conversationOrder(
  prompt: Pick<PromptRow, 'type' | 'template' | 'variables'> | null,
  item: ConversationItem,
  input: string,
): ChatOrder {
  const { input: filled } = fillPrompt(prompt, CONVERSATION_MARK);
  return {
    messages: conversationMessages(filled, item, input),
    ...(item.tools.length > 0 ? { tools: item.tools } : {}),
  };
}
