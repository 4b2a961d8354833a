// Attaches the result of a tool call to the call, so that both are one block. Programs send results in a
// later message with the id of the call; Google sends only the name of the tool.
import type { Message, MessagePart, ToolCall } from '@tracewell/sdk/reading';

type Result = Extract<MessagePart, { kind: 'toolResult' }>;

const matches = (call: ToolCall, { id, name }: Result): boolean =>
  id === null || call.id === null ? name !== null && call.name === name : call.id === id;

/**
 * Returns the same groups of messages, such as the input and the output. Messages that contained only such
 * results are left out.
 */
export function pairTools(groups: readonly (readonly Message[])[]): Message[][] {
  const waiting: ToolCall[] = [];
  return groups.map((messages) => messages.flatMap((message) => pairedMessage(message, waiting)));
}

function pairedMessage({ role, parts }: Message, waiting: ToolCall[]): Message[] {
  const left = parts.flatMap((part): MessagePart[] => {
    if (part.kind === 'toolCall') {
      const call = { ...part };
      waiting.push(call);
      return [call];
    }
    if (part.kind !== 'toolResult') return [part];
    const at = waiting.findIndex((call) => matches(call, part));
    const [call] = at < 0 ? [] : waiting.splice(at, 1);
    if (!call) return [part];
    call.result ??= part.result;
    return [];
  });
  return left.length === 0 && parts.length > 0 ? [] : [{ role, parts: left }];
}
