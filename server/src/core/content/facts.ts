// Facts about tool calls, errors and redaction that are kept without consent. If there is nothing to hide,
// the same value is returned, so a clean record costs no copy.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { MAX_TECHNICAL_TEXT } from '#semconv';
import { errorLabel } from './error-label.ts';

const isShort = (value: Json): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_TECHNICAL_TEXT
    : typeof value !== 'object' || value === null;

const TOOL_FACTS = new Set(['id', 'name', 'type', 'durationMs']);
const ERROR_FACTS = new Set(['type', 'code', 'status', 'statusCode', 'httpStatus', 'name']);
const ERROR_MESSAGES = new Set(['message', 'error', 'detail']);

/** Null if no fact remains. */
export function toolFacts(toolCalls: Json): Json {
  if (toolCalls === null || typeof toolCalls !== 'object')
    return typeof toolCalls === 'string' ? null : toolCalls;
  if (!Array.isArray(toolCalls)) return factsOf(toolCalls, toolFact);
  let changed = false;
  const facts = toolCalls.map((toolCall) => {
    const fact = isObject(toolCall) ? factsOf(toolCall, toolFact) : null;
    changed ||= fact !== toolCall;
    return fact;
  });
  return changed ? facts : toolCalls;
}

function toolFact(key: string, value: Json): Json | undefined {
  if (TOOL_FACTS.has(key)) return isShort(value) ? value : undefined;
  if (key === 'error') return messageFact(value);
  // OpenAI's form: the name is one level down, next to the arguments.
  if (key === 'function' && isObject(value) && typeof value['name'] === 'string' && isShort(value['name']))
    return Object.keys(value).length === 1 ? value : { name: value['name'] };
  return undefined;
}

export function errorDetailFacts(details: Json): Json {
  if (typeof details === 'string') return errorLabel(details);
  if (isObject(details)) return factsOf(details, errorFact);
  return Array.isArray(details) ? null : details;
}

function errorFact(key: string, value: Json): Json | undefined {
  // One word is a code; several may be the message.
  if (ERROR_FACTS.has(key) && !(typeof value === 'string' && /\s/.test(value)))
    return isShort(value) ? value : undefined;
  if (ERROR_FACTS.has(key) || ERROR_MESSAGES.has(key)) return messageFact(value);
  return PLAIN_KEY.test(key) && (typeof value === 'number' || typeof value === 'boolean') ? value : undefined;
}

const messageFact = (value: Json): Json | undefined =>
  typeof value === 'string' ? (errorLabel(value) ?? undefined) : isShort(value) ? value : undefined;

/** Never empty, because an empty error means success. `details` are the facts of `errorDetails`. */
export function errorFacts(error: string, details: Json): string {
  const label = errorLabel(error);
  if (label !== null) return label;
  if (isObject(details))
    for (const key of ['type', 'code', 'name'])
      if (typeof details[key] === 'string' && details[key] !== '') return details[key];
  return 'error';
}

const REDACTION_NAME = /^[\w.[\]-]{1,64}$/;

/** As written by this service: `{version, total, kinds: {email: 2}, fields: ["input"]}`. */
export const redactionFacts = (metadata: Json): Json =>
  isObject(metadata)
    ? factsOf(metadata, redactionFact)
    : typeof metadata === 'string' || Array.isArray(metadata)
      ? null
      : metadata;

function redactionFact(key: string, value: Json): Json | undefined {
  if (key === 'version' || key === 'total')
    return typeof value === 'number' || (typeof value === 'string' && REDACTION_NAME.test(value))
      ? value
      : undefined;
  if (key === 'kinds' && isObject(value))
    return factsOf(value, (kind, count) =>
      REDACTION_NAME.test(kind) && typeof count === 'number' ? count : undefined,
    );
  if (key === 'fields' && Array.isArray(value))
    return value.every((field) => typeof field === 'string' && REDACTION_NAME.test(field))
      ? value
      : undefined;
  return undefined;
}

const PLAIN_KEY = /^\w{1,64}$/;

/** The fields for which `fact` returns a value. Null is dropped, unless the field's name is a fact. */
function factsOf(object: JsonObject, fact: (key: string, value: Json) => Json | undefined): JsonObject {
  const facts: [string, Json][] = [];
  let changed = false;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const told = fact(key, value);
    if (told !== undefined) facts.push([key, told]);
    changed ||= told === undefined ? value !== null || !PLAIN_KEY.test(key) : told !== value;
  }
  return changed ? Object.fromEntries(facts) : object;
}
