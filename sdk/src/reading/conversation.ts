// Reads the conversation of a call from any shape that programs and instrumentations send: text, chat
// messages of OpenAI, Anthropic or Google, messages of LangChain, parts of the OpenTelemetry convention, or
// custom JSON.
import { plainMessages } from './langchain.ts';
import { mediaOf, type MediaPart } from './media.ts';
import { splitThinking } from './thinking.ts';

type Json = Record<string, unknown>;

export interface ToolCall {
  kind: 'toolCall';
  id: string | null;
  name: string | null;
  /** The arguments as sent: often JSON as text. */
  input: unknown;
  result?: unknown;
  durationMs?: number;
  error?: string;
}

export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'toolResult'; id: string | null; name: string | null; result: unknown }
  | MediaPart
  | { kind: 'json'; value: unknown }
  | ToolCall;

export interface Message {
  role: string;
  /** Empty if nothing was said. */
  parts: MessagePart[];
}

/** Deeper nesting is read as JSON. */
const MAX_DEPTH = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const word = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** Parses a text that holds a JSON object or array; returns anything else unchanged. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * The messages in `given`; text without a role gets `role`. A text is not parsed, because a model's text must
 * not become messages of other people.
 */
export function messagesOf(given: unknown, role: string, depth = 0): Message[] {
  if (given === undefined || given === null || given === '') return [];
  if (typeof given === 'string')
    return [{ role, parts: withThoughts(role, [{ kind: 'text', text: given }]) }];
  const value = depth === 0 ? plainMessages(given) : given;
  const json: Message = { role, parts: [{ kind: 'json', value }] };
  if (depth > MAX_DEPTH) return [json];
  if (Array.isArray(value)) {
    const isList = value.every((item) => typeof item === 'string' || (isObject(item) && isMessage(item)));
    return isList ? joined(value.flatMap((item) => messagesOf(item, role, depth + 1))) : [json];
  }
  if (!isObject(value)) return [json];
  const inner = value['messages'] ?? value['choices'] ?? value['contents'] ?? value['message'];
  if (Array.isArray(inner) || isObject(inner)) return messagesOf(inner, role, depth + 1);
  return isMessage(value) ? [messageOf(value, role)] : [json];
}

/** What a model thinks and says in one text becomes two parts. */
function withThoughts(role: string, parts: MessagePart[]): MessagePart[] {
  if (role !== 'assistant') return parts;
  return parts.flatMap((part): MessagePart[] => {
    if (part.kind !== 'text') return [part];
    const { reasoning, text } = splitThinking(part.text);
    if (text === part.text) return [part];
    const thought: MessagePart[] = reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning }];
    return text === '' ? thought : [...thought, { kind: 'text', text }];
  });
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

/** What the service puts in the place of messages that were beyond its limit. */
const isOmission = ({ type, messages, bytes }: Json): boolean =>
  type === 'omitted' && typeof messages === 'number' && typeof bytes === 'number';

/** Strict, because a custom JSON answer may have members with the same names. */
function isMessage(item: Json): boolean {
  if (PARTS.has(typeOf(item) ?? '') || isOmission(item)) return true;
  const says = ['content', 'parts', 'tool_calls'].some((name) => item[name] !== undefined);
  return (
    (typeof item['role'] === 'string' && says) || Array.isArray(item['parts']) || isObject(item['message'])
  );
}

/** Tool calls that follow a message of the same role belong to it. */
function joined(messages: Message[]): Message[] {
  const list: Message[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    const isCalls = message.parts.length > 0 && message.parts.every(({ kind }) => kind === 'toolCall');
    if (last && last.role === message.role && isCalls) last.parts.push(...message.parts);
    else list.push(message);
  }
  return list;
}

function messageOf(message: Json, fallback: string): Message {
  if (isOmission(message)) return { role: 'system', parts: [{ kind: 'json', value: message }] };
  const named = word(message['role']) ?? fallback;
  const role = named === 'model' ? 'assistant' : named;
  const body = message['parts'] ?? message['content'] ?? (message['role'] === undefined ? [message] : []);
  const isResult = role === 'tool' || role === 'function';
  const parts =
    isResult && !Array.isArray(message['parts'])
      ? [resultOf(message, body)]
      : (Array.isArray(body) ? body : [body]).flatMap(partOf);
  // A spoken answer of OpenAI.
  if (isObject(message['audio'])) parts.push(...partOf({ type: 'audio', audio: message['audio'] }));
  const calls = parsedJson(message['tool_calls']);
  if (Array.isArray(calls)) parts.push(...calls.filter(isObject).map(toolCallOf));
  if (isObject(message['function_call'])) parts.push(toolCallOf(message['function_call']));
  return {
    role: parts.length > 0 && parts.every(({ kind }) => kind === 'toolResult') ? 'tool' : role,
    parts: withThoughts(role, parts),
  };
}

function partOf(part: unknown): MessagePart[] {
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
  const media = mediaOf(part, type);
  // A document may be text, and in the convention the data of a blob is in `content`.
  if (media && (media.url !== undefined || typeof text !== 'string')) return [media];
  if (typeof text === 'string') {
    if (text === '') return [];
    return [{ kind: type === 'reasoning' || type === 'thinking' ? 'reasoning' : 'text', text }];
  }
  return [{ kind: 'json', value: part }];
}

/** The members of a tool call, whatever names the vendor gives them. */
export function toolCallFields(call: Json): { id: unknown; name: unknown; input: unknown } {
  const inner = isObject(call['function']) ? call['function'] : call;
  return {
    id: call['id'] ?? call['toolCallId'] ?? call['tool_call_id'] ?? call['call_id'],
    name: inner['name'] ?? call['toolName'],
    input: inner['arguments'] ?? inner['input'] ?? inner['args'] ?? null,
  };
}

export function toolCallOf(call: Json): ToolCall {
  const { id, name, input } = toolCallFields(call);
  return { kind: 'toolCall', id: word(id), name: word(name), input };
}

const resultOf = (about: Json, result: unknown): MessagePart => ({
  kind: 'toolResult',
  id: word(about['tool_call_id'] ?? about['tool_use_id'] ?? about['toolCallId'] ?? about['id']),
  name: word(about['name'] ?? about['toolName']),
  result: joinedTexts(result),
});

/** A list of text parts as one text; anything else unchanged. */
export function joinedTexts(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const texts = value.map((part) => (isObject(part) ? part['text'] : null));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : value;
}

/** The fields of a call that hold its content. */
export interface CallContent {
  requestMeta: unknown;
  toolCalls: unknown;
}

export interface Conversation {
  /** System instructions first. */
  input: Message[];
  output: Message[];
}

/**
 * The conversation of one call, for display. Input and output that are JSON as text are parsed. Duration,
 * result and error of a tool call come from the record's `toolCalls`; calls that the output lacks are added
 * at the end.
 */
export function conversationOf({ requestMeta, toolCalls }: CallContent): Conversation {
  const meta = isObject(requestMeta) ? requestMeta : {};
  const output = messagesOf(parsedJson(meta['output']), 'assistant');
  const shown = output.flatMap(({ parts }) => parts.filter((part) => part.kind === 'toolCall'));
  const missing: ToolCall[] = [];
  for (const record of (Array.isArray(toolCalls) ? toolCalls : []).filter(isObject)) {
    const call = toolCallOf(record);
    const known = shown.find(({ id, name }) => (call.id === null ? name === call.name : id === call.id));
    const target = known ?? call;
    const { result, durationMs, error } = record;
    if (result !== undefined && result !== null) target.result = result;
    if (typeof durationMs === 'number') target.durationMs = durationMs;
    if (word(error) !== null) target.error = String(error);
    if (!known) missing.push(call);
  }
  if (missing.length > 0) output.push({ role: 'assistant', parts: missing });
  return {
    input: [
      ...messagesOf(parsedJson(meta['systemInstructions']), 'system'),
      ...messagesOf(parsedJson(meta['input']), 'user'),
    ],
    output,
  };
}
