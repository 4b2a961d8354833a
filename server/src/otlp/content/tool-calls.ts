// The tool calls that a model asked for, out of its messages, whatever shape the instrumentation gave them.
import { toolCallFields } from '@tracewell/sdk/reading';
import type { Json, JsonObject } from '#records';
import { cut, cutBytes, MAX_ID_TEXT, MAX_TOOL_CALLS, sizeOf } from '../bounds.ts';
import { isObject, parsed } from './json-text.ts';

const MAX_CALLS = 128;

/** `[{id, name, arguments, result, durationMs, error}]`, or null when there was none. */
export function toolCallsOf(output: Json | undefined, listed: Json | undefined): Json {
  const found: JsonObject[] = [];
  const calls = parsed(listed ?? null);
  if (Array.isArray(calls)) for (const call of calls) add(call, found);
  else if (output !== undefined) search(output, found);
  return found.length === 0 ? null : bounded(found);
}

function search(output: Json, found: JsonObject[]): void {
  for (const message of Array.isArray(output) ? output : [output]) {
    if (!isObject(message)) continue;
    const calls = parsed(message['tool_calls'] ?? null);
    if (Array.isArray(calls)) for (const call of calls) add(call, found);
    for (const parts of [message['parts'], message['content']]) {
      if (!Array.isArray(parts)) continue;
      for (const part of parts) if (isObject(part) && isToolCall(part['type'])) add(part, found);
    }
  }
}

/** By the convention, by the AI SDK, by Anthropic. */
const isToolCall = (type: Json | undefined): boolean =>
  type === 'tool_call' || type === 'tool-call' || type === 'tool_use';

function add(call: Json, found: JsonObject[]): void {
  if (!isObject(call) || found.length >= MAX_CALLS) return;
  const fields = toolCallFields(call) as { id: Json | undefined; name: Json | undefined; input: Json };
  const id = word(fields.id);
  const name = word(fields.name);
  if (id === null && name === null) return;
  found.push({
    id,
    name,
    arguments: parsed(fields.input),
    result: call['result'] ?? null,
    durationMs: null,
    error: null,
  });
}

const word = (value: Json | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? cut(String(value), MAX_ID_TEXT) : null;

function bounded(calls: JsonObject[]): Json {
  let left = MAX_TOOL_CALLS;
  for (const call of calls) {
    const size = sizeOf(call);
    if (size > left) {
      const text = JSON.stringify(call['arguments']);
      call['arguments'] = left > 0 ? cutBytes(text, Math.floor(left / 2)) : null;
      call['result'] = null;
      left = 0;
    } else left -= size;
  }
  return calls;
}
