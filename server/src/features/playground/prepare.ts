// Turns what a person sent into what the model is asked: variables filled in, and faults named by field.
import { invalid } from '#lib/app-error';
import { fillPlaceholders, placeholders } from '#lib/placeholders';
import type { Context } from '#core/context';
import type { ModelChatMessage, ChatOrder } from '#services/models';
import { PromptComposer } from '#services/prompts';
import type { PlaygroundRun } from './schemas.ts';

/** Replaces references to prompts of the registry, as the registry does for agents. */
export async function withIncludedPrompts(ctx: Context, input: PlaygroundRun): Promise<PlaygroundRun> {
  const composer = new PromptComposer(ctx.db, ctx.account.id);
  const composed = async (template: string, at: number): Promise<string> =>
    (await composer.compose({ name: '', type: 'text', template }, `messages.${at}.content`)).template;
  const messages: PlaygroundRun['messages'] = [];
  for (const [at, message] of input.messages.entries()) {
    if ('type' in message) {
      messages.push(message);
      continue;
    }
    const { role, content } = message;
    if (role === 'assistant' || role === 'tool') messages.push(message);
    else if (typeof content === 'string') messages.push({ ...message, content: await composed(content, at) });
    else {
      const parts: (typeof content)[number][] = [];
      for (const part of content)
        parts.push(part.type === 'text' ? { ...part, text: await composed(part.text, at) } : part);
      messages.push({ ...message, content: parts });
    }
  }
  return { ...input, messages };
}

export function playgroundOrder(input: PlaygroundRun): ChatOrder {
  const { tools, toolChoice, outputSchema, settings } = input;
  requireUnique(input);
  const placed = placedMessages(input);
  if (placed.length === 0)
    throw invalid('messages', 'There is no message: the placeholders have none either.');
  requireAnswered(placed);
  const values = new Map(Object.entries(input.variables ?? {}));
  return {
    messages: placed.map(({ message, path, isData }) => {
      requireOwnImages(message, path);
      return isData ? message : filled(message, values);
    }),
    ...(tools ? { tools } : {}),
    ...(toolChoice ? { toolChoice } : {}),
    ...(outputSchema ? { outputSchema } : {}),
    ...(settings ? { settings } : {}),
  };
}

interface PlacedMessage {
  message: ModelChatMessage;
  /** Where the request has it. */
  path: string;
  /** It came from a placeholder: what somebody said, not a template. */
  isData: boolean;
}

/** Puts the messages of placeholders in their places. A placeholder without messages is left out. */
function placedMessages({ messages, placeholders = {} }: PlaygroundRun): PlacedMessage[] {
  const given = new Map(Object.entries(placeholders));
  const used = new Set<string>();
  return messages.flatMap((message, at): PlacedMessage[] => {
    if (!('type' in message)) return [{ message, path: `messages.${at}`, isData: false }];
    const { name } = message;
    if (used.has(name)) throw invalid(`messages.${at}.name`, 'Two placeholders have this name.');
    used.add(name);
    return (given.get(name) ?? []).map((each, place) => ({
      message: each,
      path: `placeholders.${name}.${place}`,
      isData: true,
    }));
  });
}

function requireOwnImages({ role, content }: ModelChatMessage, path: string): void {
  if (role === 'user' || typeof content === 'string') return;
  if (content.some(({ type }) => type !== 'text'))
    throw invalid(`${path}.content`, 'Only a message of the role user can have images and files.');
}

function filled(message: ModelChatMessage, values: ReadonlyMap<string, string>): ModelChatMessage {
  const { role, content } = message;
  const fill = (text: string): string => {
    const missing = placeholders(text).find((name) => !values.has(name));
    if (missing !== undefined)
      throw invalid('variables', `The variable {{${missing}}} has no value.`, 'variable_missing');
    return fillPlaceholders(text, (name) => values.get(name));
  };
  // What a model or a tool said is data, not a template.
  if (role === 'assistant' || role === 'tool') return message;
  if (typeof content === 'string') return { ...message, content: fill(content) };
  return {
    ...message,
    content: content.map((part) =>
      part.type === 'text' ? { type: part.type, text: fill(part.text) } : part,
    ),
  };
}

function requireUnique({ tools = [] }: PlaygroundRun): void {
  const names = tools.map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) throw invalid(`tools.${twice}.name`, 'Two tools have this name.');
}

/** Vendors reject a result without its call with errors that are hard to read. */
function requireAnswered(messages: readonly PlacedMessage[]): void {
  const asked = new Set<string>();
  for (const { message, path } of messages) {
    const { role, toolCalls = [], toolCallId } = message;
    if (toolCalls.length > 0 && role !== 'assistant')
      throw invalid(`${path}.toolCalls`, 'Only a message of the role assistant calls tools.');
    for (const { id } of toolCalls) asked.add(id);
    if (role !== 'tool') continue;
    if (toolCallId === undefined || !asked.has(toolCallId))
      throw invalid(`${path}.toolCallId`, 'must name a tool call of an earlier message');
  }
}
