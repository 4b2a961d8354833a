// The names of the tools that a request offered to the model. The definitions themselves are content.
import { isObject } from '#lib/is-object';
import type { Json } from '#records';
import { MAX_TOOL_NAMES, MAX_TOOL_NAMES_TEXT } from '#semconv';
import { cutText } from './bounds.ts';
import { parsed } from './json-text.ts';
import type { Span } from './span.ts';

/** Lists of definitions: the conventions, and the AI SDK. */
const LISTS = ['gen_ai.tool.definitions', 'ai.prompt.tools'];

/** One definition each: OpenInference, OpenLLMetry. */
const SINGLE = /^(?:llm\.tools\.\d+\.tool\.json_schema|llm\.request\.functions\.\d+\.name)$/;

const MAX_NAME = 128;

/** Undefined if the span defines none. `keys`: those of its attributes that may define one each. */
export function definedTools({ attributes }: Span, keys: readonly string[]): string[] | undefined {
  const names = new Set<string>();
  let length = 0;
  const add = (definition: Json): void => {
    const name = nameOf(definition);
    if (name === undefined || names.has(name) || names.size >= MAX_TOOL_NAMES) return;
    length += name.length;
    if (length <= MAX_TOOL_NAMES_TEXT) names.add(name);
  };
  for (const key of LISTS) {
    const list = attributes.get(key);
    const definitions = list === undefined ? undefined : parsed(list);
    if (Array.isArray(definitions)) for (const each of definitions) add(parsed(each));
  }
  for (const key of keys)
    if (key.startsWith('llm.') && SINGLE.test(key)) add(parsed(attributes.get(key) ?? null));
  return names.size === 0 ? undefined : [...names];
}

/** In the forms of OpenAI, Anthropic and the conventions. Tools of the vendor have only a type. */
function nameOf(definition: Json): string | undefined {
  if (typeof definition === 'string') return short(definition);
  if (!isObject(definition)) return undefined;
  const inner = definition['function'];
  return short(definition['name']) ?? (isObject(inner) ? short(inner['name']) : short(definition['type']));
}

const short = (name: Json | undefined): string | undefined =>
  typeof name === 'string' && name !== '' ? cutText(name, MAX_NAME) : undefined;
