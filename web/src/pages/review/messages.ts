// What was said in a call, as messages to show, from the shapes that clients and instrumentations send: a text, chat messages
// of OpenAI, Anthropic or Google, or the parts of the OpenTelemetry convention. What is none of these is shown as JSON.

export interface Message {
  role: string;
  text: string;
  /** The tool that is called here. */
  tool?: string;
}

type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 4;

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0) {
    const texts = value.map((part: unknown) => (isBag(part) ? (part['text'] ?? part['content']) : part));
    if (texts.every((text) => typeof text === 'string')) return texts.join('\n');
  }
  return JSON.stringify(value, null, 2);
}

function toolCall(call: Bag, role: string): Message {
  const inner = isBag(call['function']) ? call['function'] : call;
  const name = inner['name'] ?? call['toolName'];
  return {
    role,
    tool: typeof name === 'string' ? name : '',
    text: textOf(inner['arguments'] ?? inner['input'] ?? inner['args']),
  };
}

function partMessages(part: unknown, role: string): Message[] {
  if (!isBag(part)) return [{ role, text: textOf(part) }];
  const type = typeof part['type'] === 'string' ? part['type'].replaceAll('-', '_') : '';
  const call = part['functionCall'] ?? part['function_call'];
  const response = part['functionResponse'] ?? part['function_response'];
  if (/^(?:tool_call|tool_use|function_call)$/.test(type)) return [toolCall(part, role)];
  if (isBag(call)) return [toolCall(call, role)];
  if (isBag(response)) return [{ role: 'tool', text: textOf(response['response'] ?? response) }];
  const text = part['text'] ?? part['thinking'] ?? part['content'];
  if (/^(?:tool_result|tool_call_response)$/.test(type))
    return [{ role: 'tool', text: textOf(part['response'] ?? part['result'] ?? part['output'] ?? text) }];
  if (typeof text === 'string') return [{ role, text }];
  return [{ role, text: JSON.stringify(part, null, 2) }];
}

export function messagesOf(value: unknown, fallback: string, depth = 0): Message[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') return [{ role: fallback, text: value }];
  if (depth > MAX_DEPTH) return [{ role: fallback, text: JSON.stringify(value, null, 2) }];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => messagesOf(item, fallback, depth + 1));
  if (!isBag(value)) return [{ role: fallback, text: JSON.stringify(value) }];
  const inner = value['messages'] ?? value['choices'] ?? value['contents'] ?? value['message'];
  if (Array.isArray(inner) || isBag(inner)) return messagesOf(inner, fallback, depth + 1);
  if (value['role'] === undefined && value['parts'] === undefined) return partMessages(value, fallback);

  const said = typeof value['role'] === 'string' ? value['role'] : fallback;
  const role = said === 'model' ? 'assistant' : said;
  const body = value['parts'] ?? value['content'];
  const parts = body === undefined || body === null ? [] : Array.isArray(body) ? (body as unknown[]) : [body];
  const calls = Array.isArray(value['tool_calls']) ? (value['tool_calls'] as unknown[]).filter(isBag) : [];
  return [...parts.flatMap((part) => partMessages(part, role)), ...calls.map((call) => toolCall(call, role))];
}
