// Content leaves a record before it is stored: `splitContent` takes it out to be sealed by itself, `joinContent` puts it back
// on reading. Both are exact; what stays behind (the narrow record) can be searched and says nothing of what was said.
import type { CallRecord, Json, JsonObject, ObservationRecord, StoredRecord } from '#records';
import { isContentAttribute } from './content-attributes.ts';

/** A member that is absent was absent in the record, or null. */
export interface Content {
  input?: Json;
  output?: Json;
  systemInstructions?: Json;
  toolCalls?: Json;
  attributes?: JsonObject;
}

export interface Split<R extends StoredRecord> {
  narrow: R;
  content: Content | null;
}

const META = ['input', 'output', 'systemInstructions'] as const;

// What may be told of a tool call without telling what was said in it.
const TOOL_FACTS = new Set(['id', 'name', 'type', 'durationMs', 'error']);

export function splitContent(record: CallRecord): Split<CallRecord>;
export function splitContent(record: ObservationRecord): Split<ObservationRecord>;
export function splitContent(record: StoredRecord): Split<StoredRecord>;
export function splitContent(record: StoredRecord): Split<StoredRecord> {
  return record.kind === 'call' ? splitCall(record) : splitObservation(record);
}

function splitCall(call: CallRecord): Split<CallRecord> {
  const content: Content = {};
  const requestMeta = call.requestMeta && splitMeta(call.requestMeta, content);
  const toolCalls = toolFacts(call.toolCalls);
  if (toolCalls !== call.toolCalls) content.toolCalls = call.toolCalls;
  else if (requestMeta === call.requestMeta) return { narrow: call, content: null };
  return { narrow: { ...call, requestMeta, toolCalls }, content };
}

function splitObservation(observation: ObservationRecord): Split<ObservationRecord> {
  const [attributes, taken] = splitAttributes(observation.attributes);
  if (!taken) return { narrow: observation, content: null };
  return { narrow: { ...observation, attributes }, content: { attributes: taken } };
}

function splitMeta(meta: JsonObject, content: Content): JsonObject {
  let rest: JsonObject | null = null;
  for (const key of META) {
    const value = meta[key];
    if (value === undefined || value === null) continue;
    rest ??= { ...meta };
    delete rest[key];
    content[key] = value;
  }
  const attributes = meta['attributes'];
  if (isObject(attributes)) {
    const [kept, taken] = splitAttributes(attributes);
    if (taken) {
      rest ??= { ...meta };
      rest['attributes'] = kept;
      content.attributes = taken;
    }
  }
  return rest ?? meta;
}

function splitAttributes(attributes: JsonObject): [kept: JsonObject, taken: JsonObject | null] {
  const taken: [string, Json][] = [];
  const kept: [string, Json][] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key] ?? null;
    (value !== null && isContentAttribute(key) ? taken : kept).push([key, value]);
  }
  return taken.length === 0 ? [attributes, null] : [Object.fromEntries(kept), Object.fromEntries(taken)];
}

/** The same value when there is nothing to hide; null when no fact can be told from it. */
function toolFacts(toolCalls: Json): Json {
  if (toolCalls === null || typeof toolCalls !== 'object')
    return typeof toolCalls === 'string' ? null : toolCalls;
  if (!Array.isArray(toolCalls)) return factsOf(toolCalls);
  let changed = false;
  const facts = toolCalls.map((toolCall) => {
    const fact = isObject(toolCall) ? factsOf(toolCall) : null;
    changed ||= fact !== toolCall;
    return fact;
  });
  return changed ? facts : toolCalls;
}

function factsOf(toolCall: JsonObject): JsonObject {
  const facts: [string, Json][] = [];
  let changed = false;
  for (const key of Object.keys(toolCall)) {
    const value = toolCall[key] ?? null;
    if (TOOL_FACTS.has(key) && (typeof value !== 'object' || value === null)) {
      facts.push([key, value]);
    } else if (key === 'function' && isObject(value) && typeof value['name'] === 'string') {
      // The form of OpenAI: the name is one level down, beside the arguments.
      facts.push([key, { name: value['name'] }]);
      changed = true;
    } else {
      changed ||= value !== null;
    }
  }
  return changed ? Object.fromEntries(facts) : toolCall;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function joinContent<R extends StoredRecord>(narrow: R, content: Content | null): R;
export function joinContent(narrow: StoredRecord, content: Content | null): StoredRecord {
  if (!content) return narrow;
  const { attributes, toolCalls, ...said } = content;
  if (narrow.kind === 'observation') {
    return {
      ...narrow,
      attributes: { ...narrow.attributes, ...attributes, ...asAttributes(said, toolCalls) },
    };
  }
  const requestMeta: JsonObject = { ...narrow.requestMeta, ...said };
  if (attributes) {
    const kept = requestMeta['attributes'];
    requestMeta['attributes'] = { ...(isObject(kept) ? kept : {}), ...attributes };
  }
  const hadMeta = narrow.requestMeta !== null || Object.keys(requestMeta).length > 0;
  return {
    ...narrow,
    requestMeta: hadMeta ? requestMeta : null,
    toolCalls: toolCalls === undefined ? narrow.toolCalls : toolCalls,
  };
}

/** A call that became an observation, because it only repeated another one, has its content still in the form of a call. */
function asAttributes(
  { input, output, systemInstructions }: Content,
  toolCalls: Json | undefined,
): JsonObject {
  const told: [string, Json | undefined][] = [
    ['gen_ai.input.messages', input],
    ['gen_ai.output.messages', output],
    ['gen_ai.system_instructions', systemInstructions],
    ['gen_ai.tool.calls', toolCalls],
  ];
  return Object.fromEntries(told.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** For a record whose content is there but cannot be opened: it is shown as null, where other records have theirs. */
export const withUnreadableContent = <R extends StoredRecord>(narrow: R): R =>
  narrow.kind === 'call'
    ? { ...narrow, requestMeta: { ...narrow.requestMeta, input: null, output: null } }
    : narrow;
