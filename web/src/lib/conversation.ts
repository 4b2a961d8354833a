// Reads the conversation of a call from any shape that programs and instrumentations send: text, chat messages of OpenAI,
// Anthropic or Google, parts of the OpenTelemetry convention, or custom JSON.
import { isObject } from './is-object.ts';

type Json = Record<string, unknown>;

export interface ToolCall {
  kind: 'toolCall';
  id: string | null;
  name: string;
  given: unknown;
  result?: unknown;
  durationMs?: number;
  error?: string;
}

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'toolResult'; id: string | null; name: string | null; result: unknown }
  | { kind: 'media'; type: string }
  | { kind: 'json'; value: unknown }
  | ToolCall;

export interface Message {
  role: string;
  parts: Part[];
}

const MAX_DEPTH = 4;

const word = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** Parses a string that holds JSON; returns anything else unchanged. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function messagesOf(value: unknown, role: string, depth = 0): Message[] {
  if (value === undefined || value === null || value === '') return [];
  const json: Message = { role, parts: [{ kind: 'json', value }] };
  if (typeof value === 'string') {
    const inner = parsed(value);
    return typeof inner === 'string' || depth > MAX_DEPTH
      ? [{ role, parts: [{ kind: 'text', text: value }] }]
      : messagesOf(inner, role, depth + 1);
  }
  if (depth > MAX_DEPTH) return [json];
  if (Array.isArray(value)) {
    const said =
      value.length > 0 &&
      value.every((item) => typeof item === 'string' || (isObject(item) && isMessage(item)));
    return said ? joined(value.flatMap((item) => messagesOf(item, role, depth + 1))) : [json];
  }
  if (!isObject(value)) return [json];
  const inner = value['messages'] ?? value['choices'] ?? value['contents'] ?? value['message'];
  if (Array.isArray(inner) || isObject(inner)) return messagesOf(inner, role, depth + 1);
  return isMessage(value) ? [messageOf(value, role)] : [json];
}

const PARTS = new Set([
  'text',
  'input_text',
  'output_text',
  'reasoning',
  'thinking',
  'tool_call',
  'tool_use',
  'function_call',
  'tool_result',
  'tool_call_response',
]);

const typeOf = (part: Json): string | undefined => word(part['type'])?.replaceAll('-', '_');

/** Strict on purpose: a custom JSON answer may have members with the same names. */
function isMessage(item: Json): boolean {
  if (PARTS.has(typeOf(item) ?? '')) return true;
  const says = ['content', 'parts', 'tool_calls'].some((name) => item[name] !== undefined);
  return (word(item['role']) !== null && says) || Array.isArray(item['parts']) || isObject(item['message']);
}

/** Parts without a message around them become one message. */
function joined(messages: Message[]): Message[] {
  const list: Message[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last && last.role === message.role && message.parts.every(({ kind }) => kind === 'toolCall'))
      last.parts.push(...message.parts);
    else list.push(message);
  }
  return list;
}

function messageOf(message: Json, fallback: string): Message {
  const named = word(message['role']) ?? fallback;
  const role = named === 'model' ? 'assistant' : named;
  const body = message['parts'] ?? message['content'] ?? (message['role'] === undefined ? [message] : []);
  const answers = role === 'tool' || role === 'function';
  const parts =
    answers && !Array.isArray(message['parts'])
      ? [resultOf(message, body)]
      : (Array.isArray(body) ? body : [body]).flatMap(partOf);
  const calls = parsed(message['tool_calls']);
  if (Array.isArray(calls)) parts.push(...calls.filter(isObject).map(toolCallOf));
  if (isObject(message['function_call'])) parts.push(toolCallOf(message['function_call']));
  return {
    role: parts.length > 0 && parts.every(({ kind }) => kind === 'toolResult') ? 'tool' : role,
    parts,
  };
}

function partOf(part: unknown): Part[] {
  if (typeof part === 'string') return part === '' ? [] : [{ kind: 'text', text: part }];
  if (!isObject(part)) return part === null || part === undefined ? [] : [{ kind: 'json', value: part }];
  const type = typeOf(part);
  const call = part['functionCall'] ?? part['function_call'];
  const response = part['functionResponse'] ?? part['function_response'];
  if (type === 'tool_call' || type === 'tool_use' || type === 'function_call') return [toolCallOf(part)];
  if (isObject(call)) return [toolCallOf(call)];
  if (isObject(response)) return [resultOf(response, response['response'] ?? response)];
  const text = part['text'] ?? part['thinking'] ?? part['reasoning'] ?? part['content'];
  if (type === 'tool_result' || type === 'tool_call_response')
    return [resultOf(part, part['response'] ?? part['result'] ?? part['output'] ?? text ?? null)];
  if (typeof text === 'string') {
    if (text === '') return [];
    return [{ kind: type === 'reasoning' || type === 'thinking' ? 'reasoning' : 'text', text }];
  }
  return type === undefined || PARTS.has(type) ? [{ kind: 'json', value: part }] : [{ kind: 'media', type }];
}

function toolCallOf(call: Json): ToolCall {
  const inner = isObject(call['function']) ? call['function'] : call;
  return {
    kind: 'toolCall',
    id: word(call['id'] ?? call['toolCallId'] ?? call['tool_call_id'] ?? call['call_id']),
    name: word(inner['name'] ?? call['toolName']) ?? '?',
    given: parsed(inner['arguments'] ?? inner['input'] ?? inner['args'] ?? null),
  };
}

const resultOf = (about: Json, result: unknown): Part => ({
  kind: 'toolResult',
  id: word(about['tool_call_id'] ?? about['tool_use_id'] ?? about['toolCallId'] ?? about['id']),
  name: word(about['name'] ?? about['toolName']),
  result: textOf(result),
});

/** Joins text parts into one text; parses JSON. */
function textOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((part) => (isObject(part) ? part['text'] : null));
    if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return parsed(texts.join('\n'));
  }
  return parsed(value);
}

/** The fields of a call that hold its content. */
export interface CallContent {
  requestMeta: unknown;
  toolCalls: unknown;
}

export interface Conversation {
  given: Message[];
  answered: Message[];
}

/** `toolCalls` is the list in the record, with duration and result of each call. */
export function conversationOf({ requestMeta, toolCalls }: CallContent): Conversation {
  const meta = isObject(requestMeta) ? requestMeta : {};
  const answered = messagesOf(meta['output'], 'assistant');
  const listed = (Array.isArray(toolCalls) ? toolCalls : []).filter(isObject);
  const shown = answered.flatMap(({ parts }) => parts.filter((part) => part.kind === 'toolCall'));
  const apart: ToolCall[] = [];
  for (const record of listed) {
    const call = toolCallOf(record);
    const known = shown.find(({ id, name }) => (call.id === null ? name === call.name : id === call.id));
    const place = known ?? call;
    const { result, durationMs, error } = record;
    if (result !== undefined && result !== null) place.result = parsed(result);
    if (typeof durationMs === 'number') place.durationMs = durationMs;
    if (word(error) !== null) place.error = String(error);
    if (!known) apart.push(call);
  }
  if (apart.length > 0) answered.push({ role: 'assistant', parts: apart });
  return {
    given: [...messagesOf(meta['systemInstructions'], 'system'), ...messagesOf(meta['input'], 'user')],
    answered,
  };
}
