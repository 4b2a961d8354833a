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
  const said: JsonObject = {};
  for (const [key, value] of Object.entries(inputs)) if (!NOT_SAID.has(key)) said[key] = value;
  const plain = readable(said);
  if (!isObject(plain)) return plain;
  const { messages, input, model } = plain;
  const isAlone = Object.keys(plain).length === 1;
  if (isAlone && Array.isArray(messages)) return messages;
  // OpenAI's Responses have the messages as `input`.
  const isResponses = messages === undefined && model !== undefined;
  return isResponses && (typeof input === 'string' || Array.isArray(input)) ? input : plain;
}

/** The wrapper adds the usage to what the vendor returned. */
function outputOf(outputs: Json | undefined): Json | undefined {
  if (!isObject(outputs)) return outputs;
  const { usage_metadata: _usage, ...said } = outputs;
  const plain = readable(said);
  if (!isObject(plain)) return plain;
  const entries = Object.entries(plain);
  const [only] = entries;
  return entries.length === 1 && only?.[0] === 'output' ? only[1] : plain;
}

export const readable = (value: Json): Json => plainMessages(value) as Json;
