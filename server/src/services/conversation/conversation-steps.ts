// Turns a conversation into steps that a judge can read. It accepts all shapes that clients send: a text,
// chat messages of OpenAI, Anthropic or Google, or parts of the OpenTelemetry convention.
import type { Json, JsonObject } from '#records';

export interface Step {
  /** `user`, `assistant`, `assistant calls search`, `tool result`. */
  head: string;
  text: string;
}

/** Deeper nesting is shown as JSON. */
const MAX_DEPTH = 4;
const MAX_NAME = 80;

export function stepsOf(value: Json | undefined, role: string, depth = 0): Step[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [{ head: role, text: value }];
  if (depth > MAX_DEPTH) return [{ head: role, text: JSON.stringify(value) }];
  if (Array.isArray(value)) {
    const isMessages = value.every((item) => typeof item === 'string' || (isObject(item) && isMessage(item)));
    if (!isMessages) return [{ head: role, text: JSON.stringify(value) }];
    return value.flatMap((item) => stepsOf(item, role, depth + 1));
  }
  if (!isObject(value)) return [{ head: role, text: JSON.stringify(value) }];
  const inner = value['messages'] ?? value['choices'] ?? value['contents'] ?? value['message'];
  if (Array.isArray(inner) || isObject(inner)) return stepsOf(inner, role, depth + 1);
  return isMessage(value) ? messageSteps(value, role) : [{ head: role, text: JSON.stringify(value) }];
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
const MEDIA = /^(?:input_)?(?:image|image_url|audio|video|file|document|blob|uri|media)$/;

const typeOf = (part: JsonObject): string | undefined => nameOf(part['type'])?.replaceAll('-', '_');

/** Strict, because a custom answer format may have members with the same names. */
function isMessage(item: JsonObject): boolean {
  const type = typeOf(item);
  if (type !== undefined && PARTS.has(type)) return true;
  const says = ['content', 'parts', 'tool_calls'].some((name) => item[name] !== undefined);
  return (
    (typeof item['role'] === 'string' && says) || Array.isArray(item['parts']) || isObject(item['message'])
  );
}

function messageSteps(message: JsonObject, fallback: string): Step[] {
  const role = nameOf(message['role']) ?? fallback;
  const head = role === 'model' ? 'assistant' : role;
  const steps: Step[] = [];
  const body = message['parts'] ?? message['content'] ?? (message['role'] === undefined ? [message] : []);
  if (typeof body === 'string') steps.push({ head: head === 'tool' ? 'tool result' : head, text: body });
  else for (const part of Array.isArray(body) ? body : [body]) partSteps(part, head, steps);
  const calls = message['tool_calls'];
  if (Array.isArray(calls)) for (const call of calls) if (isObject(call)) steps.push(toolCall(call, head));
  return steps;
}

function partSteps(part: Json, head: string, steps: Step[]): void {
  if (typeof part === 'string') steps.push({ head, text: part });
  if (!isObject(part)) return;
  const type = typeOf(part);
  const text = part['text'] ?? part['thinking'] ?? part['content'];
  const call = part['functionCall'] ?? part['function_call'];
  const response = part['functionResponse'] ?? part['function_response'];
  if (type === 'tool_call' || type === 'tool_use' || type === 'function_call')
    steps.push(toolCall(part, head));
  else if (isObject(call)) steps.push(toolCall(call, head));
  else if (isObject(response))
    steps.push({ head: 'tool result', text: textOf(response['response'] ?? response) });
  else if (type === 'tool_result' || type === 'tool_call_response')
    steps.push({
      head: 'tool result',
      text: textOf(part['response'] ?? part['result'] ?? part['output'] ?? text ?? null),
    });
  else if (typeof text === 'string') {
    // Texts of one message are joined.
    const last = steps.at(-1);
    if (last?.head === head && type !== 'reasoning') last.text += `\n${text}`;
    else steps.push({ head, text });
  } else if (type !== undefined && MEDIA.test(type)) steps.push({ head, text: `[${type}]` });
  else steps.push({ head, text: JSON.stringify(part) });
}

export function toolCall(call: JsonObject, head: string): Step {
  const inner = isObject(call['function']) ? call['function'] : call;
  const name = nameOf(inner['name'] ?? call['toolName']) ?? 'a tool';
  const given = inner['arguments'] ?? inner['input'] ?? inner['args'] ?? null;
  return { head: `${head} calls ${name}`, text: textOf(given) };
}

/** The text of any value: as it is, the texts of its parts, or JSON. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const texts = value.map((part) =>
      isObject(part) && typeof part['text'] === 'string' ? part['text'] : null,
    );
    if (texts.length > 0 && texts.every((text) => text !== null)) return texts.join('\n');
  }
  return JSON.stringify(value);
}

/** Headings are our own lines, so names from content must not break them. */
const nameOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value
        .replace(/[\s\p{C}\u2028\u2029]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME)
    : null;

/** The assistant's text, for rules that check only text; null if there is none. */
export function plainText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  const said = stepsOf(value, 'assistant').filter(({ head }) => head === 'assistant');
  return said.map(({ text }) => text).join('\n');
}

export const headName = (value: string): string => nameOf(value) ?? '?';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
