// The content of a call: what was sent to the model and what it returned, from wherever the span has it.
import { isObject } from '#lib/is-object';
import { plainMessages, toolCallFields } from '@tracewell/sdk/reading';
import type { Json, JsonObject } from '#records';
import { INPUT_SPREADS, OUTPUT_SPREADS } from '#semconv';
import { bareObject } from './bare-object.ts';
import { cutText, cutBytes, MAX_ID_TEXT, OPEN_LIMITS, sizeOf, STRICT_LIMITS } from './bounds.ts';
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
  /** The members that were cut. */
  truncated: string[];
}

export function contentOf(span: Span, fields: SpanFields, isOpen: boolean): SpanContent {
  const { value } = fields;
  const limits = isOpen ? OPEN_LIMITS : STRICT_LIMITS;
  const events = span.events.length > 0 ? contentOfEvents(span.events) : undefined;
  const truncated: string[] = [];
  const take = (name: string, found: Json | undefined, limit: number): Json | undefined => {
    if (found === undefined) return undefined;
    const bounded = within(found, limit);
    if (bounded.cut) truncated.push(name);
    return bounded.value;
  };
  const { input: sent, output: said } = messagesOf(span, fields);
  const input = sent ?? events?.input;
  const output = said ?? events?.output;
  const structure = output === undefined ? undefined : readable(parsed(output), isOpen);
  return {
    input: take('input', input === undefined ? undefined : readable(input, isOpen), limits.input),
    output: take('output', structure, limits.output),
    systemInstructions: take(
      'systemInstructions',
      value.systemInstructions ?? events?.systemInstructions,
      limits.system,
    ),
    toolCalls: toolCallsOf(structure, value.toolCalls, limits.toolCalls),
    truncated,
  };
}

/** The content of a call, from events that came after its span. */
export function contentOfLateEvents(events: readonly SpanEvent[]): Omit<SpanContent, 'truncated'> {
  const { input, output, systemInstructions } = contentOfEvents(events);
  const take = (found: Json | undefined, limit: number): Json | undefined =>
    found === undefined ? undefined : within(readable(found, true), limit).value;
  const structure = output === undefined ? undefined : readable(parsed(output), true);
  return {
    input: take(input, OPEN_LIMITS.input),
    output: take(structure, OPEN_LIMITS.output),
    systemInstructions: take(systemInstructions, OPEN_LIMITS.system),
    toolCalls: toolCallsOf(structure, undefined, OPEN_LIMITS.toolCalls),
  };
}

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

/**
 * As a structure if it fits, else its beginning as text. The text gets half the limit, because its quotes are
 * escaped again.
 */
function within(found: Json, limit: number): { value: Json; cut: boolean } {
  if (typeof found === 'string') {
    const fits = found.length * 3 <= limit || Buffer.byteLength(found) <= limit;
    return fits ? { value: parsed(found), cut: false } : { value: cutBytes(found, limit / 2), cut: true };
  }
  if (sizeOf(found) <= limit) return { value: found, cut: false };
  return { value: cutBytes(JSON.stringify(found), limit / 2), cut: true };
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

function boundedCalls(calls: JsonObject[], limit: number): Json {
  let left = limit;
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
