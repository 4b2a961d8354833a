// Messages that come as events of the span: one event per message (conventions 1.28 to 1.36, Strands), or one with all of them.
import type { Json } from '#records';
import { bareObject } from '../bare-object.ts';
import type { SpanEvent } from '../span.ts';
import { isObject, parsed } from './json-text.ts';

export interface EventContent {
  input: Json | undefined;
  output: Json | undefined;
  systemInstructions: Json | undefined;
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

export function contentOfEvents(events: readonly SpanEvent[]): EventContent {
  const content: EventContent = { input: undefined, output: undefined, systemInstructions: undefined };
  const input: Json[] = [];
  const output: Json[] = [];
  for (const { name, attributes } of events) {
    const role = ROLES.get(name);
    if (role !== undefined) input.push(message(role, attributes));
    else if (name === 'gen_ai.choice') output.push(message('assistant', attributes));
    else if (name === 'gen_ai.client.inference.operation.details' || name.startsWith('gen_ai.content.')) {
      content.input ??= attributes.get('gen_ai.input.messages') ?? attributes.get('gen_ai.prompt');
      content.output ??= attributes.get('gen_ai.output.messages') ?? attributes.get('gen_ai.completion');
      content.systemInstructions ??= attributes.get('gen_ai.system_instructions');
    }
  }
  if (input.length > 0) content.input ??= input;
  if (output.length > 0) content.output ??= output;
  return content;
}

function message(role: string, attributes: SpanEvent['attributes']): Json {
  const object = bareObject();
  object['role'] = role;
  for (const [key, value] of attributes) {
    if (key === 'gen_ai.system' || key === 'event.name') continue;
    const structure = parsed(value);
    // A choice wraps what was said: {index, finish_reason, message: {content, tool_calls}}.
    if (key === 'message' && isObject(structure)) Object.assign(object, structure);
    else object[key === 'message' ? 'content' : key] = structure;
  }
  return object;
}
