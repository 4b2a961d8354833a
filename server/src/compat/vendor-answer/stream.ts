// What a model streamed, as a client wrote it down: one JSON chunk per line, lines of server-sent events, or
// one whole answer.
import { isObject } from '#lib/is-object';
import { jsonChildren } from '#lib/json-pieces';
import { readJsonRecord } from '#lib/json-record';
import type { Pace } from '#lib/yield-to-event-loop';
import { parsed } from '#otlp';
import type { Json, JsonObject } from '#records';
import { vendorAnswer, objectsOf, type VendorAnswer } from './answer.ts';

/** A text without JSON is the output as it is. */
export function streamedAnswer(text: string): VendorAnswer {
  const whole = parsed(text.trim());
  if (isObject(whole)) return vendorAnswer(whole);
  const streamed = nothingYet();
  for (const chunk of Array.isArray(whole) ? objectsOf(whole) : chunksIn(text)) {
    const answer = wholeAnswerIn(chunk);
    if (answer) return answer;
    addChunk(streamed, chunk);
  }
  return streamed.isEmpty ? vendorAnswer(text === '' ? undefined : text) : answerOf(streamed);
}

/** The same for a text of any size, with pauses for the event loop. */
export async function largeStreamedAnswer(text: Buffer, pace: Pace): Promise<VendorAnswer> {
  const whole = await jsonChildren(text, pace, MAX_LISTED);
  if (whole?.kind === 'object') {
    const read = await readJsonRecord(text, pace);
    if (read.ok) return vendorAnswer(read.value as Json);
  }
  const streamed = nothingYet();
  const texts = whole?.kind === 'list' ? whole.children.map((child) => child.text) : linesIn(text);
  for (const line of texts) {
    if (pace.isDue) await pace.rest();
    if (line.length === 0) continue;
    const read = await readJsonRecord(withoutField(line), pace);
    if (!read.ok || !isObject(read.value)) continue;
    const chunk = read.value as JsonObject;
    const answer = wholeAnswerIn(chunk);
    if (answer) return answer;
    addChunk(streamed, chunk);
  }
  return streamed.isEmpty ? vendorAnswer(text.toString()) : answerOf(streamed);
}

/** The chunks that are read of a JSON list. */
const MAX_LISTED = 50_000;
const NEWLINE = 0x0a;
const FIELD = Buffer.from('data:');

const withoutField = (line: Buffer): Buffer =>
  line.subarray(0, FIELD.length).equals(FIELD) ? line.subarray(FIELD.length) : line;

function* linesIn(text: Buffer): Generator<Buffer> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf(NEWLINE, from);
    const end = found < 0 ? text.length : found;
    yield text.subarray(from, end);
    from = end + 1;
  }
}

/** The last event of the Responses API has the whole answer. */
function wholeAnswerIn(chunk: JsonObject): VendorAnswer | null {
  const { response } = chunk;
  return chunk['type'] === 'response.completed' && isObject(response) ? vendorAnswer(response) : null;
}

const nothingYet = (): Streamed => ({
  isEmpty: true,
  text: '',
  calls: new Map(),
  reason: undefined,
  model: undefined,
  id: undefined,
  usage: {},
});

/** One at a time, because a text may have millions of lines. */
function* chunksIn(text: string): Generator<JsonObject> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    if (end > from) {
      const chunk = parsed(
        text
          .slice(from, end)
          .trim()
          .replace(/^data: ?/, ''),
      );
      if (isObject(chunk)) yield chunk;
    }
    from = end + 1;
  }
}

interface StreamedCall {
  id: Json;
  name: string;
  arguments: string;
}

/** Members of later chunks replace those of earlier ones; text is appended. */
interface Streamed {
  /** No chunk was found. */
  isEmpty: boolean;
  text: string;
  calls: Map<string, StreamedCall>;
  reason: Json | undefined;
  model: Json | undefined;
  id: Json | undefined;
  usage: JsonObject;
}

function answerOf({ text, calls, reason, model, id, usage }: Streamed): VendorAnswer {
  const toolCalls = [...calls.values()].map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  const message = {
    role: 'assistant',
    content: text,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    output: text === '' && toolCalls.length === 0 ? undefined : [message],
    finishReasons: typeof reason === 'string' ? [reason] : [],
    model: typeof model === 'string' ? model : undefined,
    id: typeof id === 'string' ? id : undefined,
    usage: Object.keys(usage).length === 0 ? undefined : usage,
  };
}

function addChunk(streamed: Streamed, chunk: JsonObject): void {
  streamed.isEmpty = false;
  // Anthropic's first event has the message, the last one the output tokens.
  const message = isObject(chunk['message']) ? chunk['message'] : chunk;
  streamed.model ??= message['model'] ?? chunk['modelVersion'];
  streamed.id ??= message['id'] ?? chunk['responseId'];
  for (const usage of [message['usage'], chunk['usage'], chunk['usageMetadata']]) {
    if (isObject(usage)) Object.assign(streamed.usage, usage);
  }
  if (Array.isArray(chunk['choices']))
    for (const choice of objectsOf(chunk['choices'])) addChoice(streamed, choice);
  if (Array.isArray(chunk['candidates']))
    for (const one of objectsOf(chunk['candidates'])) addCandidate(streamed, one);
  if (isObject(chunk['delta'])) addDelta(streamed, chunk['delta'], keyOf(chunk['index']));
  const block = chunk['content_block'];
  if (isObject(block) && block['type'] === 'tool_use') {
    callAt(streamed, keyOf(chunk['index']), block['id']).name += textOf(block['name']);
  }
}

const keyOf = (index: Json | undefined): string => (typeof index === 'number' ? String(index) : '');

/** Only the first choice: a stream of several is rare, and their texts would mix. */
function addChoice(streamed: Streamed, choice: JsonObject): void {
  if (choice['index'] !== undefined && choice['index'] !== 0) return;
  streamed.reason = choice['finish_reason'] ?? streamed.reason;
  streamed.text += textOf(choice['text']);
  if (isObject(choice['delta'])) addDelta(streamed, choice['delta'], '');
}

function addCandidate(streamed: Streamed, candidate: JsonObject): void {
  streamed.reason = candidate['finishReason'] ?? streamed.reason;
  const { content } = candidate;
  const parts = isObject(content) && Array.isArray(content['parts']) ? objectsOf(content['parts']) : [];
  for (const part of parts) {
    streamed.text += textOf(part['text']);
    const call = part['functionCall'];
    if (!isObject(call)) continue;
    const entry = callAt(streamed, `call-${streamed.calls.size}`);
    entry.name = textOf(call['name']);
    entry.arguments = JSON.stringify(call['args'] ?? null);
  }
}

/** OpenAI: `{content, tool_calls}`. Anthropic: `{text}`, `{partial_json}` or `{stop_reason}`. */
function addDelta(streamed: Streamed, delta: JsonObject, key: string): void {
  streamed.reason = delta['stop_reason'] ?? streamed.reason;
  streamed.text += textOf(delta['content']) + textOf(delta['text']);
  const block = streamed.calls.get(key);
  if (block) block.arguments += textOf(delta['partial_json']);
  if (!Array.isArray(delta['tool_calls'])) return;
  for (const call of objectsOf(delta['tool_calls'])) {
    const part = isObject(call['function']) ? call['function'] : {};
    const entry = callAt(streamed, keyOf(call['index']), call['id']);
    entry.name += textOf(part['name']);
    entry.arguments += textOf(part['arguments']);
  }
}

const MAX_CALLS = 128;

/** A call beyond the limit is not kept. */
function callAt({ calls }: Streamed, key: string, id: Json | undefined = null): StreamedCall {
  const known = calls.get(key);
  if (known) return known;
  const call: StreamedCall = { id, name: '', arguments: '' };
  if (calls.size < MAX_CALLS) calls.set(key, call);
  return call;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
