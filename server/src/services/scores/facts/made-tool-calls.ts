// The tool calls of a call: from its output or, if the output has none, from its list of tool calls.
import { messagesOf, parsedJson, toolCallOf, type MessagePart, type ToolCall } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import type { CallRecord } from '#records';
import type { MadeToolCall } from '../evaluators/evaluator.ts';

export function madeToolCalls({
  requestMeta,
  toolCalls,
}: Pick<CallRecord, 'requestMeta' | 'toolCalls'>): MadeToolCall[] {
  const parts = messagesOf(requestMeta?.['output'], 'assistant').flatMap((message) => message.parts);
  const said = parts.filter((part) => part.kind === 'toolCall');
  const listed = (Array.isArray(toolCalls) ? toolCalls : []).flatMap((each) =>
    isObject(each) ? [listedCall(each)] : [],
  );
  if (said.length === 0) return listed.map((call) => madeCall(call));
  return said.map((call) => madeCall({ ...call, ...resultIn(parts, call), ...resultIn(listed, call) }));
}

function listedCall(record: Record<string, unknown>): ToolCall {
  const { result, error } = record;
  return {
    ...toolCallOf(record),
    ...(result === undefined || result === null ? {} : { result }),
    ...(typeof error === 'string' && error !== '' ? { error } : {}),
  };
}

/** The result of a call, by its id. Calls without an id cannot be distinguished. */
function resultIn(
  parts: readonly MessagePart[],
  { id }: ToolCall,
): Partial<Pick<ToolCall, 'result' | 'error'>> {
  if (id === null) return {};
  for (const part of parts) {
    if (part.kind === 'toolResult' && part.id === id) return { result: part.result };
    if (part.kind === 'toolCall' && part.id === id && ('result' in part || 'error' in part))
      return {
        ...(part.result === undefined ? {} : { result: part.result }),
        ...(part.error === undefined ? {} : { error: part.error }),
      };
  }
  return {};
}

const madeCall = ({ name, input, result, error }: ToolCall): MadeToolCall => ({
  name: name ?? '',
  arguments: toolArguments(input),
  ...(result === undefined ? {} : { result }),
  ...(error === undefined ? {} : { error }),
});

/** Often JSON as text. A tool without parameters is sent with nothing, an empty text or an empty object. */
export function toolArguments(input: unknown): unknown {
  if (input === undefined || input === null || input === '') return {};
  return parsedJson(input);
}
