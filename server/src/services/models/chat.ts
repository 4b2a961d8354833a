// A conversation with a model, in one form for all vendors, and its form in the SDK.
import type { ModelMessage, ToolSet } from 'ai';
import type { Sdk } from './sdk.ts';

/** A stored file, in the form that content has. It is sent with its bytes, or named where it is gone. */
export type StoredPart = { type: 'media'; mediaId: string; contentType: string; bytes: number };

/** Parts that can be written as JSON. */
export type WrittenPart = { type: 'text'; text: string } | { type: 'image'; image: string } | StoredPart;

export type ChatPart = WrittenPart | { type: 'file'; mediaType: string; data: Buffer };

export type WrittenMessage = Omit<ModelChatMessage, 'content'> & { content: string | readonly WrittenPart[] };

export interface ChatToolCall {
  id: string;
  name: string;
  /** As the model wrote them, parsed. */
  arguments: unknown;
}

export interface ModelChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** Images are data URLs. A URL would be fetched by the SDK, past the guarded client. */
  content: string | readonly ChatPart[];
  /** Only an assistant calls tools. */
  toolCalls?: readonly ChatToolCall[];
  /** The call that a tool answers. */
  toolCallId?: string;
}

export interface ChatTool {
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  parameters: object;
}

export interface ChatSettings {
  temperature?: number;
  topP?: number;
  maxOutputTokens?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  stopSequences?: string[];
}

export interface ChatOrder {
  messages: readonly ModelChatMessage[];
  tools?: readonly ChatTool[];
  toolChoice?: 'auto' | 'none' | 'required';
  /** JSON Schema of the answer; without it, text. */
  outputSchema?: object;
  settings?: ChatSettings;
}

/** About what vendors bill for a large image. */
const IMAGE_TOKENS = 4_000;
const IMAGE = 'x'.repeat(IMAGE_TOKENS);
export const DATA_URL = /^data:(image\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

export const hasImages = ({ messages }: ChatOrder): boolean =>
  messages.some(({ content }) => typeof content !== 'string' && content.some(({ type }) => type !== 'text'));

/** Everything that is billed as input, for an estimate. */
export function billedTexts({ messages, tools = [], outputSchema }: ChatOrder): string[] {
  const texts = messages.flatMap(({ content, toolCalls = [] }) => [
    ...(typeof content === 'string'
      ? [content]
      : content.map((part) => (part.type === 'text' ? part.text : IMAGE))),
    ...toolCalls.map((call) => JSON.stringify(call)),
  ]);
  return [...texts, ...tools.map((tool) => JSON.stringify(tool)), JSON.stringify(outputSchema ?? '')];
}

export function sdkMessages(messages: readonly ModelChatMessage[]): ModelMessage[] {
  const names = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name] as const)),
  );
  return messages.map((message): ModelMessage => {
    const { role, content, toolCalls = [], toolCallId = '' } = message;
    switch (role) {
      case 'system':
        return { role, content: plainOf(content) };
      case 'user':
        return { role, content: typeof content === 'string' ? content : content.map(sdkPart) };
      case 'assistant':
        return {
          role,
          content: [
            ...(plainOf(content) === '' ? [] : [{ type: 'text' as const, text: plainOf(content) }]),
            ...toolCalls.map((call) => ({
              type: 'tool-call' as const,
              toolCallId: call.id,
              toolName: call.name,
              input: call.arguments,
            })),
          ],
        };
      default:
        return {
          role,
          content: [
            {
              type: 'tool-result',
              toolCallId,
              toolName: names.get(toolCallId) ?? toolCallId,
              output: { type: 'text', value: plainOf(content) },
            },
          ],
        };
    }
  });
}

const plainOf = (content: ModelChatMessage['content']): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');

function sdkPart(part: ChatPart) {
  if (part.type === 'text') return part;
  if (part.type === 'file') return { type: 'file' as const, mediaType: part.mediaType, data: part.data };
  if (part.type === 'media') return { type: 'text' as const, text: `[${part.contentType}]` };
  const [, mediaType = 'image/png', image = ''] = DATA_URL.exec(part.image) ?? [];
  return { type: 'image' as const, image, mediaType };
}

/** Without `execute`, a tool call ends the answer, and a person or a program answers it. */
export const sdkTools = (sdk: Sdk, tools: readonly ChatTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      sdk.tool({
        ...(description === undefined ? {} : { description }),
        inputSchema: sdk.jsonSchema(parameters),
      }),
    ]),
  );
