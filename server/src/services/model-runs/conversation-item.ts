// A dataset item that is a conversation: the messages so far, with tool calls and their results, and the tools
// that the model may call. The instructions come from a prompt. Pure.
import { isObject } from '#lib/is-object';
import type { ChatTool, ChatToolCall, WrittenMessage, WrittenPart } from '#services/models';

export interface ConversationItem {
  messages: WrittenMessage[];
  tools: ChatTool[];
}

/** Null for any other input. */
export function conversationItem(input: string): ConversationItem | null {
  if (!input.startsWith('{')) return null;
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return null;
  }
  if (!isObject(value) || !Array.isArray(value['messages'])) return null;
  const messages = value['messages'].map(messageIn);
  const tools = value['tools'] === undefined ? [] : value['tools'];
  if (messages.length === 0 || !messages.every((message) => message !== null)) return null;
  if (!Array.isArray(tools) || !tools.every(isTool)) return null;
  return { messages, tools };
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

function messageIn(value: unknown): WrittenMessage | null {
  if (!isObject(value)) return null;
  const { toolCalls = [], toolCallId } = value;
  const content = contentIn(value['content']);
  const role = ROLES.find((each) => each === value['role']);
  if (role === undefined || content === null) return null;
  if (!Array.isArray(toolCalls) || !toolCalls.every(isToolCall)) return null;
  if (toolCallId !== undefined && typeof toolCallId !== 'string') return null;
  return {
    role,
    content,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(toolCallId === undefined ? {} : { toolCallId }),
  };
}

/** A text, or texts and stored files. */
function contentIn(value: unknown): string | WrittenPart[] | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every(isPart) ? value : null;
}

const isPart = (part: unknown): part is WrittenPart =>
  isObject(part) &&
  (part['type'] === 'text'
    ? typeof part['text'] === 'string'
    : part['type'] === 'media' &&
      typeof part['mediaId'] === 'string' &&
      typeof part['contentType'] === 'string' &&
      typeof part['bytes'] === 'number');

const isToolCall = (value: unknown): value is ChatToolCall =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['name'] === 'string' &&
  'arguments' in value;

const isTool = (value: unknown): value is ChatTool =>
  isObject(value) && typeof value['name'] === 'string' && isObject(value['parameters']);

/** One line for a list: the first question, and the tools that were called since. */
export function conversationLine({ messages }: ConversationItem): string {
  const asked = textOfContent(messages.find(({ role }) => role === 'user')?.content ?? '');
  const names = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name));
  const called = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `→ ${name} × ${length}`);
  return [asked, ...called].filter((line) => line !== '').join('\n');
}

/** What stands for a file says its type. */
const textOfContent = (content: WrittenMessage['content']): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) =>
          part.type === 'text' ? part.text : part.type === 'media' ? `[${part.contentType}]` : '[image]',
        )
        .join('\n');
