// A call as a conversation to test prompts on. One that is too long for an item keeps all its messages, with long
// texts cut in the middle. Pure.
import { conversationOf, requestTools, type RequestTool } from '@tracewell/sdk/reading';
import type { CallRecord } from '#records';
import { cutMiddle } from '#services/conversation';
import { chatMessagesOf, modelToolName, type ConversationItem } from '#services/model-runs';
import type { ChatTool, ModelChatMessage } from '#services/models';

interface FittedConversation {
  item: ConversationItem;
  /** The length of the whole conversation, if texts were cut. */
  cutFrom: number | null;
}

/** Tried in this order until the conversation fits. */
const TEXT_LIMITS = [2_000, 1_000, 500, 250, 120];

/** Null if the call has no messages, or if there are too many of them. */
export function conversationOfCall(
  call: Pick<CallRecord, 'requestMeta' | 'toolCalls'>,
  mostChars: number,
): FittedConversation | null {
  const said = chatMessagesOf(conversationOf(call).input).filter(({ role }) => role !== 'system');
  if (said.length === 0) return null;
  const messages = said.map((message) => ({ ...message, content: textIn(message) }));
  const offered = requestTools(call.requestMeta ?? {}).map(offeredTool);
  const tools = [...offered, ...usedTools(said, offered)];
  const whole = JSON.stringify({ messages, tools }).length;
  if (whole <= mostChars) return { item: { messages, tools }, cutFrom: null };
  for (const some of [tools, tools.map(({ name }) => plainTool(name))])
    for (const limit of TEXT_LIMITS) {
      const item = { messages: withTextsUpTo(messages, limit), tools: some };
      if (JSON.stringify(item).length <= mostChars) return { item, cutFrom: whole };
    }
  return null;
}

const withTextsUpTo = (messages: readonly (ModelChatMessage & { content: string })[], limit: number) =>
  messages.map(({ content, ...message }) => Object.assign(message, { content: cutMiddle(content, limit) }));

const textIn = ({ content }: ModelChatMessage): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n');

const offeredTool = ({ name, description, parameters }: RequestTool): ChatTool => ({
  name: modelToolName(name),
  ...(description === null ? {} : { description }),
  parameters,
});

const plainTool = (name: string): ChatTool => ({ name, parameters: { type: 'object' } });

/** Tools that were called and whose definitions were not recorded. Vendors want to know of them. */
function usedTools(said: readonly ModelChatMessage[], known: readonly ChatTool[]): ChatTool[] {
  const names = new Set(said.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)));
  return [...names.difference(new Set(known.map(({ name }) => name)))].map(plainTool);
}
