import { conversationOf, parsedJson, type Message } from '@tracewell/sdk/reading';
import { inMemberOrder } from '#lib/member-order';
import type { CallRecord } from '#records';

const toolCallsIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'toolCall' ? [JSON.stringify([part.name, inMemberOrder(parsedJson(part.input))])] : [],
    ),
  );

/** How often the conversation has already made the same tool call as the answer; the highest of several. */
export function toolRepeatsOf(call: Pick<CallRecord, 'requestMeta' | 'toolCalls'>): number {
  const { input, output } = conversationOf(call);
  const before = Map.groupBy(toolCallsIn(input), (made) => made);
  return Math.max(0, ...toolCallsIn(output).map((made) => before.get(made)?.length ?? 0));
}
