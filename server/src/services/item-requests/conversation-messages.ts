// What a model is asked for an item that is a conversation: the instructions of the prompt, then the
// conversation itself. Without a prompt it is asked as it is.
import type { ConversationItem } from '#services/model-runs';
import type { ModelChatMessage } from '#services/models';
import type { PromptRow } from '#services/prompts';
import { messagesIn, promptWithMessages } from './item-messages.ts';

export const conversationMessages = (
  prompt: Pick<PromptRow, 'type' | 'template' | 'variables'> | null,
  { messages }: ConversationItem,
  input: string,
): ModelChatMessage[] => (prompt ? promptWithMessages(prompt, messages, input) : messages);

/** An item that is a list of messages, without tools; null for any other. */
export function messagesItem(input: string): ConversationItem | null {
  const messages = messagesIn(input);
  return messages && { messages, tools: [] };
}
