// Rebuilds a list of messages from attributes with an index in their key:
// `gen_ai.prompt.0.role`, `llm.output_messages.0.message.tool_calls.1.tool_call.function.name`.
import type { Json, JsonObject } from '#records';
import { bareObject } from './bare-object.ts';

const MAX_PARTS = 12;
const MAX_INDEX = 2_000;

export function unflatten(prefix: string, entries: readonly (readonly [string, Json])[]): Json[] {
  const root = bareObject();
  for (const [key, value] of entries) {
    const parts = key.slice(prefix.length).split('.');
    if (parts.length <= MAX_PARTS) place(root, parts, value);
  }
  const messages = toLists(root);
  return (Array.isArray(messages) ? messages : []).map(unwrap);
}

function place(root: JsonObject, parts: string[], value: Json): void {
  let node = root;
  for (const part of parts.slice(0, -1)) {
    const next = node[part];
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) {
      node = next;
      continue;
    }
    const made = bareObject();
    node[part] = made;
    node = made;
  }
  const last = parts.at(-1);
  if (last !== undefined && !(last in node)) node[last] = value;
}

/** An object whose keys are all numbers becomes a list; gaps are closed. */
function toLists(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,5}$/.test(key) && Number(key) < MAX_INDEX)) {
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => toLists(value[key] ?? null));
  }
  const object = bareObject();
  for (const key of keys) object[key] = toLists(value[key] ?? null);
  return object;
}

/** OpenInference wraps each message, content part and tool call in an object with one member. */
function unwrap(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unwrap);
  const keys = Object.keys(value);
  const only = keys.length === 1 ? keys[0] : undefined;
  if (only === 'message' || only === 'message_content' || only === 'tool_call')
    return unwrap(value[only] ?? null);
  const object = bareObject();
  for (const key of keys) object[key] = unwrap(value[key] ?? null);
  return object;
}
