// The parameters of a request, such as the temperature, and its tools, whichever way the client recorded
// them.
import { parsedJson } from './conversation.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the order of display, by their names in OpenAI's API. */
const PARAMETERS = [
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'reasoning_effort',
  'reasoning.level',
] as const;

/** Where clients put them as one object or as JSON text. */
const PARAMETER_OBJECTS = [
  'modelParameters',
  'model_parameters',
  'invocation_params',
  'llm.invocation_parameters',
  'langfuse.observation.model.parameters',
];
const PREFIX = /^(?:gen_ai\.request|llm\.request|ai\.settings)\./;

/** The members of `requestMeta` and its attributes, with those of nested objects of parameters. */
function membersOf(meta: Json): [string, unknown][] {
  const attributes = isObject(meta['attributes']) ? meta['attributes'] : {};
  const places = [meta, attributes];
  for (const name of PARAMETER_OBJECTS)
    for (const place of [meta, attributes]) {
      const inner = parsedJson(place[name]);
      if (isObject(inner)) places.push(inner);
    }
  return places.flatMap((place) => Object.entries(place));
}

export function requestParameters(meta: Json): [name: string, value: string][] {
  const found = new Map<string, string>();
  for (const [key, value] of membersOf(meta)) {
    const name = asParameter(key);
    if ((typeof value === 'number' || typeof value === 'string') && !found.has(name))
      found.set(name, String(value));
  }
  return PARAMETERS.flatMap((name): [string, string][] => {
    const value = found.get(name);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
}

const asParameter = (key: string): string =>
  key.replace(PREFIX, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The texts at which the model was to stop. */
export function requestStops(meta: Json): string[] {
  for (const [key, value] of membersOf(meta)) {
    if (!['stop', 'stop_sequences'].includes(asParameter(key))) continue;
    const list = parsedJson(value);
    const stops = (Array.isArray(list) ? list : [value]).filter(
      (stop): stop is string => typeof stop === 'string' && stop !== '',
    );
    if (stops.length > 0) return stops;
  }
  return [];
}

export interface RequestTool {
  name: string;
  description: string | null;
  /** JSON Schema of the arguments. */
  parameters: Json;
}

const TOOL_LISTS = new Set(['tools', 'functions', 'gen_ai.tool.definitions', 'ai.prompt.tools', 'llm.tools']);

/** The tools that the model was offered, in the forms of OpenAI, Anthropic, Google and the conventions. */
export function requestTools(meta: Json): RequestTool[] {
  for (const [key, value] of membersOf(meta)) {
    if (!TOOL_LISTS.has(key)) continue;
    const list = parsedJson(value);
    const tools = Array.isArray(list) ? list.flatMap(toolsIn) : [];
    if (tools.length > 0) return tools;
  }
  return [];
}

function toolsIn(given: unknown): RequestTool[] {
  const tool = parsedJson(given);
  if (!isObject(tool)) return [];
  const declared = tool['functionDeclarations'] ?? tool['function_declarations'];
  if (Array.isArray(declared)) return declared.flatMap(toolsIn);
  const wrapped = parsedJson(tool['tool.json_schema'] ?? tool['function']);
  const inner = isObject(wrapped) ? wrapped : tool;
  if (inner !== tool && isObject(inner['function'])) return toolsIn(inner);
  const { name, description } = inner;
  if (typeof name !== 'string' || name === '') return [];
  const schema = parsedJson(
    inner['parameters'] ?? inner['input_schema'] ?? inner['inputSchema'] ?? inner['parametersJsonSchema'],
  );
  return [
    {
      name,
      description: typeof description === 'string' ? description : null,
      parameters: isObject(schema) ? schema : { type: 'object', properties: {} },
    },
  ];
}
