// LangChain wraps each message in its own kind of object: {lc: 1, id: […, "HumanMessage"], kwargs: {content,
// …}}. Models get lists of lists of them and answer with generations. Here they become messages with a role
// and content.

type Json = Record<string, unknown>;

/** Deeper nesting is left as it is. */
const MAX_DEPTH = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['developer', 'developer'],
  ['tool', 'tool'],
  ['function', 'function'],
  ['chat', 'user'],
]);

/** `HumanMessage`, `AIMessageChunk`, or `human` in its short form. */
const roleOf = (type: unknown): string | undefined =>
  typeof type === 'string' ? ROLES.get(type.replace(/Message(?:Chunk)?$/, '').toLowerCase()) : undefined;

/**
 * The value with plain messages in place of LangChain's, and the items of OpenAI's Responses in place of
 * their wrapper. A value in any other form is returned unchanged.
 */
export function plainMessages(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return plainList(value, depth) ?? value;
  if (!isObject(value)) return value;
  const { generations, messages, prompts, output } = value;
  const message = plainMessage(value);
  if (message) return [message];
  if (value['lc'] === 1 && isObject(value['kwargs'])) return plainPrompt(value, value['kwargs'], depth);
  if (Array.isArray(generations)) return generations.flat().flatMap(generationOf);
  if (Array.isArray(messages)) {
    const plain = plainList(messages, depth);
    return plain ? { ...value, messages: plain } : value;
  }
  if (Array.isArray(prompts) && prompts.length > 0 && prompts.every((text) => typeof text === 'string'))
    return prompts.map((content) => ({ role: 'user', content }));
  if (Array.isArray(output) && output.length > 0 && output.every(isTyped)) return output.map(responseItem);
  return isObject(output) && output['lc'] === 1 ? plainMessages(output, depth + 1) : value;
}

const isTyped = (item: unknown): item is Json => isObject(item) && typeof item['type'] === 'string';

/** Null if an item is not a message of LangChain. A batch of one list is that list. */
function plainList(list: readonly unknown[], depth: number): unknown[] | null {
  if (list.length > 0 && list.every(Array.isArray)) {
    const plain = list.map((inner) => plainList(inner, depth + 1));
    return depth < MAX_DEPTH && plain.every((inner) => inner !== null) ? plain.flat() : null;
  }
  const plain = list.map((item) => (isObject(item) ? (plainMessage(item) ?? roleMessage(item)) : null));
  return plain.length > 0 &&
    plain.every((item) => item !== null) &&
    plain.some((item, at) => item !== list[at])
    ? plain
    : null;
}

/** Lists may mix both forms. */
const roleMessage = (item: Json): Json | null => (typeof item['role'] === 'string' ? item : null);

function plainMessage(value: Json): Json | null {
  const { lc, id, kwargs, type, data } = value;
  if (lc === 1 && Array.isArray(id) && isObject(kwargs)) {
    const role = roleOf(id.at(-1));
    return role === undefined || kwargs['content'] === undefined ? null : messageOf(role, kwargs);
  }
  const role = value['role'] === undefined ? roleOf(type) : undefined;
  if (role === undefined) return null;
  if (value['content'] !== undefined) return messageOf(role, value);
  return isObject(data) && data['content'] !== undefined ? messageOf(role, data) : null;
}

function messageOf(role: string, fields: Json): Json {
  const { content, name, tool_call_id: toolCallId } = fields;
  const message: Json = { role: typeof fields['role'] === 'string' ? fields['role'] : role, content };
  if (typeof name === 'string' && name !== '') message['name'] = name;
  if (typeof toolCallId === 'string') message['tool_call_id'] = toolCallId;
  const calls = saysCalls(content) ? [] : toolCallsOf(fields);
  if (calls.length > 0) message['tool_calls'] = calls;
  return message;
}

/** Anthropic's messages have their tool calls in the content as well. */
const saysCalls = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.some((part) => isObject(part) && (part['type'] === 'tool_use' || part['type'] === 'tool_call'));

function toolCallsOf({ tool_calls: calls, additional_kwargs: more }: Json): unknown[] {
  if (Array.isArray(calls) && calls.length > 0) return calls;
  const given = isObject(more) ? more['tool_calls'] : undefined;
  return Array.isArray(given) ? given : [];
}

/** The output of a prompt template. */
function plainPrompt(value: Json, kwargs: Json, depth: number): unknown {
  if (Array.isArray(kwargs['messages'])) return plainList(kwargs['messages'], depth) ?? value;
  return typeof kwargs['value'] === 'string' ? [{ role: 'user', content: kwargs['value'] }] : value;
}

function generationOf(generation: unknown): unknown[] {
  if (!isObject(generation)) return [];
  const message = isObject(generation['message']) ? plainMessage(generation['message']) : null;
  if (message) return [message];
  return typeof generation['text'] === 'string' ? [{ role: 'assistant', content: generation['text'] }] : [];
}

/** Reasoning has its text in a list of summaries. */
function responseItem(item: Json): Json {
  const { type, summary } = item;
  if (type !== 'reasoning' || !Array.isArray(summary)) return item;
  const texts = summary.flatMap((part) =>
    isTyped(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  return { type, text: texts.join('\n') };
}
