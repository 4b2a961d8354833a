import { parsedJson } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import type { CallData } from './types.ts';

type Meta = Record<string, unknown>;

export const metaOf = ({ requestMeta }: CallData): Meta => (isObject(requestMeta) ? requestMeta : {});

export const textIn = (meta: Meta, name: string): string | null => {
  const value = meta[name];
  if (Array.isArray(value)) return value.map(String).join(', ') || null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null;
};

export const numberIn = (meta: Meta, name: string): number | null => {
  const value = meta[name];
  return typeof value === 'number' ? value : null;
};

export const hasContent = (meta: Meta): boolean =>
  ['input', 'output', 'systemInstructions'].some((name) => meta[name] !== undefined && meta[name] !== null);

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

/** The parameters of the request, such as the temperature, whichever way the client sent them. */
export function requestParameters(meta: Meta): [name: string, value: string][] {
  const attributes = isObject(meta['attributes']) ? meta['attributes'] : {};
  const places = [meta, attributes];
  for (const name of PARAMETER_OBJECTS)
    for (const place of [meta, attributes]) {
      const inner = parsedJson(place[name]);
      if (isObject(inner)) places.push(inner);
    }
  const found = new Map<string, string>();
  for (const [key, value] of places.flatMap((place) => Object.entries(place))) {
    const name = key.replace(PREFIX, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if ((typeof value === 'number' || typeof value === 'string') && !found.has(name))
      found.set(name, String(value));
  }
  return PARAMETERS.flatMap((name): [string, string][] => {
    const value = found.get(name);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
}

const DAY_MS = 86_400_000;

/** A time window that contains the call, for links to similar calls. */
export function windowAround(timestamp: string): Record<string, string> {
  const at = Date.parse(timestamp);
  const age = Date.now() - at;
  if (age < 6.9 * DAY_MS) return { window: '7d' };
  if (age < 29.9 * DAY_MS) return { window: '30d' };
  const around = (days: number) => new Date(at + days * DAY_MS).toISOString();
  return { from: around(-3), to: around(3) };
}
