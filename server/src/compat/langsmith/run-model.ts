// What a run says about its model call. Wrappers of vendors' clients, LangChain for Python, LangChain for
// JavaScript, LiteLLM and Dify each have their own place for it.
import { isObject } from '#lib/is-object';
import { usageOf } from '#otlp';
import type { Json, JsonObject } from '#records';

const NOTHING: JsonObject = {};

export const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : NOTHING);

const textOf = (...values: (Json | undefined)[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

interface ModelCall {
  provider: string | undefined;
  model: string | undefined;
  responseModel: string | undefined;
  responseId: string | undefined;
  serviceTier: string | undefined;
  finishReasons: string[];
  /** Null if the run has no counts. */
  usage: JsonObject | null;
  costUsd: number | undefined;
  isStream: boolean;
  /** LiteLLM's name for the user. */
  userId: string | undefined;
  settings: [string, number][];
}

export function modelCall(body: JsonObject): ModelCall {
  const metadata = membersOf(body['metadata']);
  const params = membersOf(body['params']);
  const inputs = membersOf(body['inputs']);
  const outputs = membersOf(body['outputs']);
  const [generation, message] = firstGeneration(outputs);
  const response = membersOf(message['response_metadata']);
  const usage = usageIn(body, message);
  return {
    provider: vendorOf(textOf(metadata['ls_provider'], inputs['custom_llm_provider'], params['_type'])),
    model: textOf(metadata['ls_model_name'], params['model'], params['model_name'], inputs['model']),
    responseModel: textOf(
      outputs['model'],
      response['model_name'],
      response['model'],
      membersOf(outputs['llm_output'])['model_name'],
    ),
    responseId: responseId(outputs['id'], response['id'], message['id']),
    serviceTier: textOf(outputs['service_tier'], response['service_tier']) ?? tierOf(usage),
    finishReasons: finishReasons(
      outputs,
      membersOf(generation['generationInfo'] ?? generation['generation_info']),
      response,
    ),
    usage,
    costUsd: costOf(membersOf(usageMetadata(body, message) ?? undefined)),
    isStream: inputs['stream'] === true || params['stream'] === true || params['streaming'] === true,
    userId: textOf(inputs['end_user']),
    settings: SETTINGS.flatMap(([name, ...keys]) => {
      const value = keys.map((key) => params[key] ?? inputs[key]).find((found) => typeof found === 'number');
      return typeof value === 'number' ? [[name, value] as [string, number]] : [];
    }),
  };
}

/** Dify has the author and the plugin before it: `langgenius/openai/openai`. */
const vendorOf = (provider: string | undefined): string | undefined =>
  provider?.replace(/^[\w-]+\/[\w-]+\/(?=[\w-]+$)/, '');

/** Attributes of the conventions, and the names that clients use. */
const SETTINGS: readonly (readonly [attribute: string, ...keys: string[]])[] = [
  ['gen_ai.request.temperature', 'temperature', 'ls_temperature'],
  ['gen_ai.request.top_p', 'top_p'],
  ['gen_ai.request.max_tokens', 'max_tokens', 'max_completion_tokens', 'max_output_tokens', 'ls_max_tokens'],
  ['gen_ai.request.frequency_penalty', 'frequency_penalty'],
  ['gen_ai.request.presence_penalty', 'presence_penalty'],
  ['gen_ai.request.seed', 'seed'],
];

/** LangChain's first generation, and the fields of its message. */
function firstGeneration({ generations }: JsonObject): [generation: JsonObject, message: JsonObject] {
  const [first] = Array.isArray(generations) ? generations.flat() : [];
  const generation = membersOf(first);
  const message = membersOf(generation['message']);
  return [generation, isObject(message['kwargs']) ? membersOf(message['kwargs']) : message];
}

/** LangSmith's own form, which may have the cost beside the tokens. */
function usageMetadata(body: JsonObject, message: JsonObject): JsonObject | null {
  const metadata = membersOf(body['metadata'])['usage_metadata'];
  const outputs = membersOf(body['outputs']);
  // Dify's `choices` are one message.
  const choice = membersOf(outputs['choices'])['usage_metadata'];
  for (const found of [outputs['usage_metadata'], metadata, message['usage_metadata'], choice])
    if (isObject(found)) return found;
  return null;
}

function usageIn(body: JsonObject, message: JsonObject): JsonObject | null {
  const inputs = membersOf(body['inputs']);
  const outputs = membersOf(body['outputs']);
  const candidates = [
    // LiteLLM's own form of the usage omits the cache.
    membersOf(inputs['metadata'])['usage_object'],
    usageMetadata(body, message),
    membersOf(outputs['llm_output'])['token_usage'],
    membersOf(outputs['llm_output'])['usage'],
    membersOf(outputs['llmOutput'])['tokenUsage'],
    membersOf(outputs['llmOutput'])['estimatedTokenUsage'],
    outputs['usage'],
    membersOf(outputs['response'])['usage'],
  ];
  for (const found of candidates) {
    if (isObject(found) && usageOf(found) !== null) return found;
  }
  return null;
}

/** A client without a price list reports 0. */
function costOf({
  total_cost: total,
  input_cost: input,
  output_cost: output,
}: JsonObject): number | undefined {
  const cost = typeof total === 'number' ? total : numberOf(input) + numberOf(output);
  return cost > 0 ? cost : undefined;
}

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** The wrappers have the tier only in the names of the counts. */
function tierOf(usage: JsonObject | null): string | undefined {
  const details = membersOf(usage?.['input_token_details']);
  return ['flex', 'priority'].find((tier) => details[tier] !== undefined);
}

/** Ids that begin with `run` are LangChain's, not the vendor's. */
const responseId = (...ids: (Json | undefined)[]): string | undefined =>
  textOf(...ids.filter((id) => typeof id === 'string' && !/^(?:lc_)?run-/.test(id)));

function finishReasons(outputs: JsonObject, info: JsonObject, response: JsonObject): string[] {
  const { choices } = outputs;
  const found = Array.isArray(choices)
    ? choices.map((choice) => membersOf(choice)['finish_reason'])
    : [
        outputs['stop_reason'] ??
          info['finish_reason'] ??
          info['finishReason'] ??
          response['finish_reason'] ??
          response['stop_reason'],
      ];
  return found.filter((reason): reason is string => typeof reason === 'string' && reason !== '');
}
