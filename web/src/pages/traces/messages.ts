// What was said, out of whatever form it was sent in: a text, chat messages of the vendors, or the parts of OpenTelemetry.

export interface MessagePart {
  kind: 'text' | 'tool-call' | 'tool-result' | 'other';
  /** Of the tool. */
  name?: string;
  text: string;
}

export interface Message {
  role: string;
  parts: readonly MessagePart[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const named = (name: unknown) => (typeof name === 'string' && name !== '' ? { name } : {});

function partOf(part: unknown): MessagePart {
  if (typeof part === 'string') return { kind: 'text', text: part };
  if (!isFields(part)) return { kind: 'other', text: asText(part) };
  const type = typeof part['type'] === 'string' ? part['type'].replaceAll('-', '_') : '';
  if (['tool_call', 'tool_use', 'function', 'function_call'].includes(type)) {
    const inner = isFields(part['function']) ? part['function'] : part;
    return {
      kind: 'tool-call',
      ...named(inner['name'] ?? part['toolName']),
      text: asText(inner['arguments'] ?? inner['input'] ?? inner['args'] ?? {}),
    };
  }
  if (['tool_result', 'tool_call_response', 'function_call_output'].includes(type)) {
    const { response, content, result, output } = part as Record<string, unknown>;
    return {
      kind: 'tool-result',
      ...named(part['name'] ?? part['toolName']),
      text: asText(response ?? content ?? result ?? output ?? ''),
    };
  }
  const said = part['text'] ?? part['content'];
  return typeof said === 'string' ? { kind: 'text', text: said } : { kind: 'other', text: asText(part) };
}

function messageOf(message: Fields, role: string): Message {
  const said = message['parts'] ?? message['content'];
  const parts = (Array.isArray(said) ? said : said === null || said === undefined ? [] : [said]).map(partOf);
  const asked = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : [];
  const who = typeof message['role'] === 'string' ? message['role'] : role;
  return {
    role: who,
    parts: [
      ...(who === 'tool' ? parts.map((part) => ({ ...part, kind: 'tool-result' as const })) : parts),
      ...asked.map((call) => partOf(isFields(call) ? { ...call, type: 'function' } : call)),
    ],
  };
}

/** `role` is whose it is when it does not say; null: there is nothing. */
export function messagesOf(content: unknown, role: string): Message[] | null {
  const value = typeof content === 'string' ? parsed(content) : content;
  if (value === null || value === undefined || value === '') return null;
  if (isFields(value) && Array.isArray(value['messages'])) return messagesOf(value['messages'], role);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0) return null;
  const isMessage = (one: unknown): one is Fields =>
    isFields(one) && ('role' in one || 'parts' in one || ('content' in one && !('type' in one)));
  if (list.every(isMessage)) return list.map((one) => messageOf(one, role));
  return [{ role, parts: list.map(partOf) }];
}
