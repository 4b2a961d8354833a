// What was said in a run: its inputs and outputs, without the settings of the request around them.
import { isObject } from '#lib/is-object';
import { plainMessages } from '@tracewell/sdk/reading';
import type { Json, JsonObject } from '#records';
import { membersOf } from './run-model.ts';

interface CallContent {
  input: Json | undefined;
  output: Json | undefined;
  system: Json | undefined;
}

/** Headers may hold keys of the vendor. */
const NOT_SAID: ReadonlySet<string> = new Set(['extra_headers', 'extra_query', 'extra_body', 'timeout']);

export function callContent(body: JsonObject, isEmbedding: boolean): CallContent {
  const { inputs, outputs } = body;
  const asked = membersOf(inputs);
  if (isEmbedding) {
    // The output is a list of vectors.
    return { input: asked['input'] ?? asked['texts'] ?? inputs, output: undefined, system: undefined };
  }
  const isLitellm = asked['custom_llm_provider'] !== undefined;
  return {
    input: isLitellm ? asked['messages'] : inputOf(inputs),
    output: outputOf(outputs),
    system: textOrList(asked['system'] ?? asked['instructions']),
  };
}

const textOrList = (value: Json | undefined): Json | undefined =>
  typeof value === 'string' || Array.isArray(value) ? value : undefined;

function inputOf(inputs: Json | undefined): Json | undefined {
  if (!isObject(inputs)) return inputs;
  const plain = readable(saidIn(inputs));
  if (!isObject(plain)) return plain;
  const { messages, input, model } = plain;
  const isAlone = Object.keys(plain).length === 1;
  if (isAlone && Array.isArray(messages)) return messages;
  // OpenAI's Responses have the messages as `input`.
  const isResponses = messages === undefined && model !== undefined;
  return isResponses && (typeof input === 'string' || Array.isArray(input)) ? input : plain;
}

function saidIn(inputs: JsonObject): JsonObject {
  const keys = Object.keys(inputs);
  if (!keys.some((key) => NOT_SAID.has(key))) return inputs;
  const said: JsonObject = {};
  for (const key of keys) if (!NOT_SAID.has(key)) said[key] = inputs[key] ?? null;
  return said;
}

/** The wrapper adds the usage to what the vendor returned. */
function outputOf(outputs: Json | undefined): Json | undefined {
  if (!isObject(outputs)) return outputs;
  const plain = readable(withoutUsage(outputs));
  if (!isObject(plain)) return plain;
  const names = Object.keys(plain);
  return names.length === 1 && names[0] === 'output' ? plain['output'] : plain;
}

function withoutUsage(outputs: JsonObject): JsonObject {
  if (!Object.hasOwn(outputs, 'usage_metadata')) return outputs;
  const { usage_metadata: _usage, ...said } = outputs;
  return said;
}

export const readable = (value: Json): Json => plainMessages(value) as Json;
