// A one-line preview of a call or an observation, for lists. Content is read in any shape that clients send
// (sdk/src/reading). Reasoning is left out: it is long, and the user did not see it.
import { joinedTexts, messagesOf, parsedJson, type Message, type MessagePart } from '@tracewell/sdk/reading';
import type { Content } from '#core/content/content';
import { once } from '#lib/later';
import type { Json, JsonObject } from '#records';
import { SPAN_INPUT_KEYS, SPAN_OUTPUT_KEYS } from '#semconv';
import { plainWords } from './plain-words.ts';

/** In UTF-16 units, with the ellipsis. */
export const MAX_PREVIEW = 160;

export interface PreviewText {
  input: string | null;
  output: string | null;
}

export function previewOf(content: Content): PreviewText {
  return { input: inputLine(content), output: outputLine(content) };
}

function inputLine(content: Content): string | null {
  const messages = inputOf(content);
  const said = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return said ? lineOf(partsText(said.parts)) : null;
}

/** The beginning of a conversation, for the list of sessions. */
export function firstUserLine(content: Content): string | null {
  const said = inputOf(content).find(({ role }) => role === 'user');
  return said ? lineOf(partsText(said.parts)) : null;
}

function outputLine(content: Content): string | null {
  const value = content.output ?? attributeOf(content, SPAN_OUTPUT_KEYS, 'first');
  const parts = messagesOf(parsedJson(value), 'assistant').flatMap((message) => message.parts);
  const calls = parts.filter(({ kind }) => kind === 'toolCall');
  const text = lineOf(partsText(parts.filter(({ kind }) => kind !== 'toolCall')));
  if (text !== null) return text;
  const listed =
    calls.length > 0 ? calls : messagesOf([toolMessage(content)], 'assistant').flatMap(({ parts: of }) => of);
  return lineOf(partsText(listed));
}

const toolMessage = ({ toolCalls }: Content): JsonObject => ({
  role: 'assistant',
  tool_calls: Array.isArray(toolCalls) ? toolCalls : [],
});

const inputOf = (content: Content): Message[] =>
  messagesOf(parsedJson(content.input ?? attributeOf(content, SPAN_INPUT_KEYS, 'last')), 'user');

/** An observation has its content in attributes. A list may be spread over keys with an index. */
function attributeOf(
  { attributes }: Content,
  keys: readonly string[],
  wanted: 'first' | 'last',
): Json | undefined {
  if (!attributes) return undefined;
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  for (const key of keys) {
    const texts = Object.keys(attributes).filter(
      (name) => name.startsWith(`${key}.`) && name.endsWith('.content'),
    );
    const name = texts.at(wanted === 'first' ? 0 : -1);
    if (name !== undefined) return attributes[name];
  }
  return undefined;
}

export function partsText(parts: readonly MessagePart[]): string {
  let text = '';
  for (const part of parts) {
    const said = partText(part).trimStart();
    if (said === '') continue;
    text += text === '' ? said : ` ${said}`;
    // Enough for a line; the rest is not needed.
    if (text.length > READ) break;
  }
  return text;
}

function partText(part: MessagePart): string {
  if (part.kind === 'text') return plainWords(part.text);
  if (part.kind === 'media') return `[${part.type}]`;
  if (part.kind === 'toolCall') return `${part.name ?? '?'}(${valueText(part.input)})`;
  if (part.kind === 'toolResult') return valueText(part.result);
  return part.kind === 'json' ? valueText(part.value) : '';
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = joinedTexts(value);
  return typeof text === 'string' ? text : JSON.stringify(text);
}

/** Characters to read for one line: enough even with long runs of spaces. */
const READ = 20 * MAX_PREVIEW;
/** Spaces, control characters, and those that reverse the direction of a line. */
const SPACES = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const ASCII = /^[\x20-\x7e]*$/;
const characters = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/** Text on one line. */
export const oneLine = (text: string): string => text.replaceAll(SPACES, ' ');

/** Null if nothing is left. */
export function lineOf(text: string): string | null {
  const from = text.trimStart();
  // Nearly every preview is full after these characters.
  const begin = oneLine(from.slice(0, 3 * MAX_PREVIEW)).trim();
  const line = begin.length > 2 * MAX_PREVIEW ? begin : oneLine(from.slice(0, READ)).trim();
  return line === '' ? null : cutLine(line);
}

/** Cuts at the end of a character, even one of several code points. */
function cutLine(line: string): string {
  if (line.length <= MAX_PREVIEW) return line;
  // Finding where characters end costs as much as everything else.
  if (ASCII.test(line.slice(0, MAX_PREVIEW))) return `${line.slice(0, MAX_PREVIEW - 1).trimEnd()}…`;
  let end = 0;
  for (const { index, segment } of characters().segment(line.slice(0, 2 * MAX_PREVIEW))) {
    if (index + segment.length >= MAX_PREVIEW) break;
    end = index + segment.length;
  }
  // A single character may be longer than a line.
  return `${line.slice(0, end || MAX_PREVIEW - 1).trimEnd()}…`;
}
