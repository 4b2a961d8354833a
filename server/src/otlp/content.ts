// The content of a call: what was sent to the model and what it returned, from wherever the span has it.
import { isObject } from '#lib/is-object';
import { plainMessages, toolCallFields } from '@tracewell/sdk/reading';
import type { Json, JsonObject } from '#records';
import { INPUT_SPREADS, OUTPUT_SPREADS } from '#semconv';
import { bareObject } from './bare-object.ts';
import { cutText, MAX_ID_TEXT, sizeOf } from './bounds.ts';
import { ContentRoom, omittedValue } from './content-room.ts';
import { writesObjectsAsText } from './emitters.ts';
import { CHOICE, DETAILS, MESSAGE_ROLES } from './event-names.ts';
import { unflatten } from './indexed-attributes.ts';
import { parsed } from './json-text.ts';
import type { SpanFields } from './span-fields.ts';
import type { Span, SpanEvent } from './span.ts';

export interface SpanContent {
  input: Json | undefined;
  output: Json | undefined;
  systemInstructions: Json | undefined;
  toolCalls: Json;
}

/** The content of a call that is about to be kept, and the room that it leaves. */
export function contentOf(
  span: Span,
  fields: SpanFields,
  isOpen: boolean,
  limit: number,
): { content: SpanContent; room: ContentRoom } {
  const { value } = fields;
  const events = span.events.length > 0 ? contentOfEvents(span.events) : undefined;
  const { input: sent, output: said } = messagesOf(span, fields);
  const found = {
    input: sent ?? events?.input,
    output: said ?? events?.output,
    systemInstructions: value.systemInstructions ?? events?.systemInstructions,
  };
  return keptContent(found, value.toolCalls, isOpen, limit);
}

/** The content of a call, from events that came after its span. */
export const contentOfLateEvents = (events: readonly SpanEvent[], limit: number): SpanContent =>
  keptContent(contentOfEvents(events), undefined, true, limit).content;

function keptContent(
  { input, output, systemInstructions }: EventContent,
  listedCalls: Json | undefined,
  isOpen: boolean,
  limit: number,
): { content: SpanContent; room: ContentRoom } {
  const room = new ContentRoom(limit);
  const answer = output === undefined ? undefined : readable(parsed(output), isOpen);
  // The answer is what is newest.
  const kept = {
    output: room.take('output', answer),
    systemInstructions: room.take(
      'systemInstructions',
      systemInstructions === undefined ? undefined : parsed(systemInstructions),
    ),
    input: room.take('input', input === undefined ? undefined : parsed(readable(input, isOpen))),
  };
  const { omitted } = room;
  if (omitted.length > 1) omitted.sort((one, other) => PARTS.indexOf(one) - PARTS.indexOf(other));
  return { content: { ...kept, toolCalls: toolCallsOf(answer, listedCalls, limit) }, room };
}

const PARTS = ['input', 'output', 'systemInstructions'];

function messagesOf(span: Span, fields: SpanFields): { input: Json | undefined; output: Json | undefined } {
  const { input, output } = fields.value;
  if (!fields.spread) return { input, output };
  const indexedInput = fromIndexed(fields, INPUT_SPREADS);
  const indexedOutput = fromIndexed(fields, OUTPUT_SPREADS);
  return writesObjectsAsText(span)
    ? { input: indexedInput ?? input, output: indexedOutput ?? output }
    : { input: input ?? indexedInput, output: output ?? indexedOutput };
}

/**
 * Turns LangChain's messages into plain ones, which are several times shorter. Other texts are not parsed.
 */
function readable(value: Json, isOpen: boolean): Json {
  if (!isOpen) return value;
  if (typeof value !== 'string') return plainMessages(value) as Json;
  return value.includes('"lc":') ? (plainMessages(parsed(value)) as Json) : value;
}

function fromIndexed({ spread }: SpanFields, prefixes: readonly string[]): Json[] | undefined {
  for (const prefix of prefixes) {
    const entries = spread?.get(prefix);
    if (entries) return unflatten(prefix, entries);
  }
  return undefined;
}

type EventContent = Pick<SpanContent, 'input' | 'output' | 'systemInstructions'>;

/**
 * Messages as span events: one event per message (conventions 1.28 to 1.36, Strands), or one event with all
 * of them.
 */
export function contentOfEvents(events: readonly SpanEvent[]): EventContent {
  const content: EventContent = { input: undefined, output: undefined, systemInstructions: undefined };
  const input: Json[] = [];
  const output: Json[] = [];
  for (const { name, attributes } of events) {
    const role = MESSAGE_ROLES.get(name);
    if (role !== undefined) input.push(messageOf(role, attributes));
    else if (name === CHOICE) output.push(messageOf('assistant', attributes));
    else if (name === DETAILS || name.startsWith('gen_ai.content.')) {
      content.input ??= attributes.get('gen_ai.input.messages') ?? attributes.get('gen_ai.prompt');
      content.output ??= attributes.get('gen_ai.output.messages') ?? attributes.get('gen_ai.completion');
      content.systemInstructions ??= attributes.get('gen_ai.system_instructions');
    }
  }
  if (input.length > 0) content.input ??= input;
  if (output.length > 0) content.output ??= output;
  return content;
}

function messageOf(role: string, attributes: SpanEvent['attributes']): Json {
  const message = bareObject();
  message['role'] = role;
  for (const [key, value] of attributes) {
    if (key === 'gen_ai.system' || key === 'gen_ai.provider.name' || key === 'event.name') continue;
    const structure = parsed(value);
    // A choice wraps the message: {index, finish_reason, message: {content, tool_calls}}.
    if (key === 'message' && isObject(structure)) Object.assign(message, structure);
    else message[key === 'message' ? 'content' : key] = structure;
  }
  return message;
}

const MAX_CALLS = 128;

/** `[{id, name, arguments, result, durationMs, error}]`, or null if there is none. */
function toolCallsOf(output: Json | undefined, listed: Json | undefined, limit: number): Json {
  const found: JsonObject[] = [];
  const calls = parsed(listed ?? null);
  if (Array.isArray(calls)) for (const call of calls) addToolCall(call, found);
  else if (output !== undefined) findToolCalls(output, found);
  return found.length === 0 ? null : boundedCalls(found, limit);
}

function findToolCalls(output: Json, found: JsonObject[]): void {
  for (const message of saidIn(output)) {
    if (!isObject(message)) continue;
    if (message['type'] === 'function_call') addToolCall(message, found);
    const calls = parsed(message['tool_calls'] ?? null);
    if (Array.isArray(calls)) for (const call of calls) addToolCall(call, found);
    for (const parts of [message['parts'], message['content']]) {
      if (!Array.isArray(parts)) continue;
      for (const part of parts) if (isObject(part) && isToolCall(part['type'])) addToolCall(part, found);
    }
  }
}

/** The message, the messages, or those of OpenAI's choices. */
function saidIn(output: Json): readonly Json[] {
  if (Array.isArray(output)) return output;
  const choices = isObject(output) ? output['choices'] : undefined;
  if (!Array.isArray(choices)) return [output];
  return choices.map((choice) => (isObject(choice) ? (choice['message'] ?? null) : null));
}

/** The words of the convention, the AI SDK and Anthropic. */
const isToolCall = (type: Json | undefined): boolean =>
  type === 'tool_call' || type === 'tool-call' || type === 'tool_use';

function addToolCall(call: Json, found: JsonObject[]): void {
  if (!isObject(call) || found.length >= MAX_CALLS) return;
  const { id: givenId, name: givenName, input } = toolCallFields(call);
  const id = shortText(givenId);
  const name = shortText(givenName);
  if (id === null && name === null) return;
  found.push({
    id,
    name,
    arguments: parsed(input as Json),
    result: call['result'] ?? null,
    durationMs: null,
    error: null,
  });
}

const shortText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? cutText(String(value), MAX_ID_TEXT) : null;

/** They repeat what the answer has, so they have a limit of their own; the latest calls are whole. */
function boundedCalls(calls: JsonObject[], limit: number): Json {
  let left = limit;
  for (const call of calls.toReversed()) {
    const size = sizeOf(call);
    left = size > left ? 0 : left - size;
    if (left > 0) continue;
    for (const part of ['arguments', 'result'])
      if (call[part] !== null) call[part] = omittedValue(call[part] ?? null);
  }
  return calls;
}
