// What a model returned, read from the body of a vendor's API: OpenAI (chat, completions, Responses),
// Anthropic and Gemini.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';

export interface VendorAnswer {
  /** Messages, or the body as it is if no vendor's form is recognised. */
  output: Json | undefined;
  finishReasons: string[];
  model: string | undefined;
  id: string | undefined;
  usage: JsonObject | undefined;
}

export function vendorAnswer(body: Json | undefined): VendorAnswer {
  if (!isObject(body)) return { ...NOTHING, output: body ?? undefined };
  const object = body;
  const usage = object['usage'] ?? object['usageMetadata'] ?? object['usage_metadata'];
  return {
    ...messagesIn(object),
    model: textIn(object, 'model') ?? textIn(object, 'modelVersion'),
    id: textIn(object, 'id') ?? textIn(object, 'responseId'),
    usage: isObject(usage) ? usage : undefined,
  };
}

const NOTHING: VendorAnswer = {
  output: undefined,
  finishReasons: [],
  model: undefined,
  id: undefined,
  usage: undefined,
};

type Messages = Pick<VendorAnswer, 'output' | 'finishReasons'>;

function messagesIn(body: JsonObject): Messages {
  const { choices, candidates, output, content, data } = body;
  if (Array.isArray(choices)) return fromChoices(objectsOf(choices));
  if (Array.isArray(candidates)) return fromCandidates(objectsOf(candidates));
  if (Array.isArray(output)) return fromItems(objectsOf(output), textIn(body, 'status'));
  if (Array.isArray(content) && body['role'] === 'assistant') {
    return { output: [{ role: 'assistant', content }], finishReasons: reasonsOf([body['stop_reason']]) };
  }
  // Embeddings and images are bytes, not text.
  return {
    output: Array.isArray(data) || Object.keys(body).length === 0 ? undefined : body,
    finishReasons: [],
  };
}

const fromChoices = (choices: readonly JsonObject[]): Messages => ({
  output: choices.map(
    (choice) => choice['message'] ?? { role: 'assistant', content: choice['text'] ?? null },
  ),
  finishReasons: reasonsOf(choices.map((choice) => choice['finish_reason'])),
});

const fromCandidates = (candidates: readonly JsonObject[]): Messages => ({
  output: candidates.map(({ content }) => ({
    role: 'assistant',
    parts: isObject(content) && Array.isArray(content['parts']) ? content['parts'].map(geminiPart) : [],
  })),
  finishReasons: reasonsOf(candidates.map((candidate) => candidate['finishReason'])),
});

const geminiPart = (part: Json): Json => {
  const call = isObject(part) ? part['functionCall'] : undefined;
  return isObject(call)
    ? { type: 'tool_call', name: call['name'] ?? null, arguments: call['args'] ?? null }
    : part;
};

/** The Responses API has tool calls beside its messages. */
function fromItems(items: readonly JsonObject[], status: string | undefined): Messages {
  const calls = items
    .filter(({ type }) => type === 'function_call')
    .map((item) => ({
      id: item['call_id'] ?? item['id'] ?? null,
      type: 'function',
      function: { name: item['name'] ?? null, arguments: item['arguments'] ?? null },
    }));
  const messages: Json[] = items
    .filter(({ type }) => type === 'message')
    .map((item) => ({ role: item['role'] ?? 'assistant', content: item['content'] ?? null }));
  if (calls.length > 0) messages.push({ role: 'assistant', content: null, tool_calls: calls });
  return { output: messages, finishReasons: reasonsOf([status]) };
}

export const objectsOf = (list: readonly Json[]): JsonObject[] =>
  list.filter((item): item is JsonObject => isObject(item));

const reasonsOf = (reasons: readonly (Json | undefined)[]): string[] =>
  reasons.filter((reason): reason is string => typeof reason === 'string' && reason !== '');

const textIn = (body: JsonObject, key: string): string | undefined => {
  const value = body[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
