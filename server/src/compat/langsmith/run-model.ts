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
    settings: settingsIn(params, inputs),
  };
}

function settingsIn(params: JsonObject, inputs: JsonObject): [string, number][] {
  const settings: [string, number][] = [];
  for (const { attribute, keys } of SETTINGS) {
    for (const key of keys) {
      const value = params[key] ?? inputs[key];
      if (typeof value !== 'number') continue;
      settings.push([attribute, value]);
      break;
    }
  }
  return settings;
}

/** Dify has the author and the plugin before it: `langgenius/openai/openai`. */
const vendorOf = (provider: string | undefined): string | undefined =>
  provider?.replace(/^[\w-]+\/[\w-]+\/(?=[\w-]+$)/, '');

/** Attributes of the conventions, and the names that clients use. */
const SETTINGS: readonly { attribute: string; keys: readonly string[] }[] = [
  { attribute: 'gen_ai.request.temperature', keys: ['temperature', 'ls_temperature'] },
  { attribute: 'gen_ai.request.top_p', keys: ['top_p'] },
  {
    attribute: 'gen_ai.request.max_tokens',
    keys: ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'ls_max_tokens'],
  },
  { attribute: 'gen_ai.request.frequency_penalty', keys: ['frequency_penalty'] },
  { attribute: 'gen_ai.request.presence_penalty', keys: ['presence_penalty'] },
  { attribute: 'gen_ai.request.seed', keys: ['seed'] },
];

/** LangChain's first generation, and the fields of its message. */
function firstGeneration({ generations }: JsonObject): [generation: JsonObject, message: JsonObject] {
  const generation = membersOf(Array.isArray(generations) ? firstIn(generations) : undefined);
  const message = membersOf(generation['message']);
  return [generation, isObject(message['kwargs']) ? membersOf(message['kwargs']) : message];
}

/** A list of generations, or a list of such lists. */
function firstIn(list: readonly Json[]): Json | undefined {
  for (const item of list) {
    if (!Array.isArray(item)) return item;
    if (item.length > 0) return item[0];
  }
  return undefined;
}

/** LangSmith's own form, which may have the cost beside the tokens. */
function usageMetadata(body: JsonObject, message: JsonObject): JsonObject | null {
  const metadata = membersOf(body['metadata'])['usage_metadata'];
  const outputs = membersOf(body['outputs']);
  // Dify's `choices` are one message.
  const choice = membersOf(outputs['choices'])['usage_metadata'];
  if (isObject(outputs['usage_metadata'])) return outputs['usage_metadata'];
  if (isObject(metadata)) return metadata;
  if (isObject(message['usage_metadata'])) return message['usage_metadata'];
  return isObject(choice) ? choice : null;
}

function usageIn(body: JsonObject, message: JsonObject): JsonObject | null {
  const inputs = membersOf(body['inputs']);
  const outputs = membersOf(body['outputs']);
  return (
    // LiteLLM's own form of the usage omits the cache.
    counted(membersOf(inputs['metadata'])['usage_object']) ??
    counted(usageMetadata(body, message)) ??
    counted(membersOf(outputs['llm_output'])['token_usage']) ??
    counted(membersOf(outputs['llm_output'])['usage']) ??
    counted(membersOf(outputs['llmOutput'])['tokenUsage']) ??
    counted(membersOf(outputs['llmOutput'])['estimatedTokenUsage']) ??
    counted(outputs['usage']) ??
    counted(membersOf(outputs['response'])['usage'])
  );
}

const counted = (found: Json | undefined): JsonObject | null =>
  isObject(found) && usageOf(found) !== null ? found : null;

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
