// A call as a conversation to test prompts on. One that is too long for an item keeps all its messages, with long
// texts cut in the middle. Pure.
import { conversationOf, requestTools, type RequestTool } from '@tracewell/sdk/reading';
import type { CallRecord } from '#records';
import { cutMiddle } from '#services/conversation';
import { chatMessagesOf, modelToolName, type ConversationItem } from '#services/model-runs';
import type { ChatTool, WrittenMessage } from '#services/models';

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
  const said = chatMessagesOf(conversationOf(call).input, true).filter(({ role }) => role !== 'system');
  if (said.length === 0) return null;
  const messages = said.map((message) => ({ ...message, content: withoutData(message.content) }));
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

type Content = WrittenMessage['content'];

const withTextsUpTo = (messages: readonly WrittenMessage[], limit: number): WrittenMessage[] =>
  messages.map((message) => ({ ...message, content: cutContent(message.content, limit) }));

const cutContent = (content: Content, limit: number): Content =>
  typeof content === 'string'
    ? cutMiddle(content, limit)
    : content.map((part) => (part.type === 'text' ? { ...part, text: cutMiddle(part.text, limit) } : part));

/** Stored files stay; small pictures that are in the message itself do not. */
function withoutData(content: Content): Content {
  if (typeof content === 'string') return content;
  const parts = content.map((part) =>
    part.type === 'text' || part.type === 'media' ? part : { type: 'text' as const, text: '[image]' },
  );
  return parts.some(({ type }) => type === 'media')
    ? parts
    : parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

const offeredTool = ({ name, description, parameters }: RequestTool): ChatTool => ({
  name: modelToolName(name),
  ...(description === null ? {} : { description }),
  parameters,
});

const plainTool = (name: string): ChatTool => ({ name, parameters: { type: 'object' } });

/** Tools that were called and whose definitions were not recorded. Vendors want to know of them. */
function usedTools(said: readonly WrittenMessage[], known: readonly ChatTool[]): ChatTool[] {
  const names = new Set(said.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)));
  return [...names.difference(new Set(known.map(({ name }) => name)))].map(plainTool);
}
