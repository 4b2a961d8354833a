// The messages of a call as lines of text.
import { conversationOf, type CallContent, type Message, type MessagePart } from '@tracewell/sdk/reading';
import { clipped } from './answer.ts';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function partText(part: MessagePart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `[thinks] ${part.text}`;
    case 'toolCall': {
      const result = part.result === undefined ? '' : ` -> ${asText(part.result)}`;
      const error = part.error === undefined ? '' : ` [error] ${part.error}`;
      return `[calls ${part.name ?? 'a tool'}] ${asText(part.input)}${result}${error}`;
    }
    case 'toolResult':
      return `[result${part.name === null ? '' : ` of ${part.name}`}] ${asText(part.result)}`;
    case 'json':
      return asText(part.value);
    default:
      return `[${part.kind}]`;
  }
}

const messageText = ({ role, parts }: Message, characters: number): string =>
  `${role}: ${clipped(parts.map(partText).join('\n'), characters)}`;

/** Empty if no content is stored. */
export function conversationLines(content: CallContent, charactersEach: number): string[] {
  const { input, output } = conversationOf(content);
  return [
    ...input.map((message) => messageText(message, charactersEach)),
    ...output.map((message) => `=> ${messageText(message, charactersEach)}`),
  ];
}
