// Checks of the lists in a value that the validator does too late or too slowly. It judges every item of a
// list before it looks at `maxItems`, and compares the items of a list with each other in quadratic time.
// Here, a list that is too long is found before anything is judged, and items that occur twice are found with
// a set.
import type { ErrorDetail } from './app-error.ts';

/** The parts of a JSON Schema that say where lists are. */
interface Schema {
  type?: unknown;
  items?: unknown;
  maxItems?: number;
  /** No item may occur twice. The OpenAPI document shows it as `uniqueItems`. */
  distinct?: true;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Returns the first fault of a value. */
type Search = (value: unknown) => ErrorDetail | null;
/** Returns what is wrong with a list, as a message for its sender. */
type Rule = (list: readonly unknown[], schema: Schema) => string | null;

interface ListRules {
  tooLong: Search;
  /** For valid values: items of other types are not compared. */
  repeated: Search;
}

const tooLong: Rule = (list, { maxItems = Infinity }) =>
  list.length > maxItems ? `must not have more than ${maxItems} items` : null;

const repeated: Rule = (list, { distinct }) =>
  distinct && new Set(list).size < list.length ? 'must not have duplicate items' : null;

const nothing: Search = () => null;
const known = new WeakMap<object, ListRules>();

export function listRules(schema: object): ListRules {
  let rules = known.get(schema);
  if (!rules) {
    rules = {
      tooLong: searchOf(schema, tooLong, ({ maxItems }) => maxItems !== undefined) ?? nothing,
      repeated: searchOf(schema, repeated, ({ distinct }) => distinct === true) ?? nothing,
    };
    known.set(schema, rules);
  }
  return rules;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const under = (name: string, fault: ErrorDetail): ErrorDetail => ({
  ...fault,
  path: fault.path === '' ? name : `${name}.${fault.path}`,
});

/** Null if the rule concerns no list of the schema, so that most values are not walked at all. */
function searchOf(schema: unknown, rule: Rule, concerns: (schema: Schema) => boolean): Search | null {
  if (!isObject(schema)) return null;
  const part: Schema = schema;
  const inner = (each: unknown): Search | null => searchOf(each, rule, concerns);
  const searches = [
    listSearch(part, concerns(part) ? rule : null, inner(part.items)),
    objectSearch(part, inner),
    choiceSearch(part.anyOf ?? part.oneOf ?? [], inner),
    ...(part.allOf ?? []).map(inner),
  ].filter((search) => search !== null);
  if (searches.length < 2) return searches[0] ?? null;
  return (value) => {
    for (const search of searches) {
      const fault = search(value);
      if (fault) return fault;
    }
    return null;
  };
}

function listSearch(schema: Schema, rule: Rule | null, item: Search | null): Search | null {
  if (!rule && !item) return null;
  return (value) => {
    if (!Array.isArray(value)) return null;
    const message = rule?.(value, schema) ?? null;
    if (message !== null) return { path: '', message };
    if (!item) return null;
    for (const [at, each] of value.entries()) {
      const fault = item(each);
      if (fault) return under(String(at), fault);
    }
    return null;
  };
}

function objectSearch(schema: Schema, inner: (each: unknown) => Search | null): Search | null {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const search = inner(part);
    return search ? [[name, search] as const] : [];
  });
  const names = new Set(Object.keys(schema.properties ?? {}));
  const others = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})]
    .map(inner)
    .filter((search) => search !== null);
  if (members.length + others.length === 0) return null;
  return (value) => {
    if (!isObject(value)) return null;
    for (const [name, search] of members) {
      const fault = Object.hasOwn(value, name) ? search(value[name]) : null;
      if (fault) return under(name, fault);
    }
    if (others.length === 0) return null;
    for (const name of Object.keys(value)) {
      if (names.has(name)) continue;
      for (const search of others) {
        const fault = search(value[name]);
        if (fault) return under(name, fault);
      }
    }
    return null;
  };
}

/** A value is at fault if it is in every form that its type could have. */
function choiceSearch(forms: readonly Schema[], inner: (each: unknown) => Search | null): Search | null {
  const choices = forms.map((form) => ({ takes: takesOf(form), search: inner(form) }));
  if (choices.every(({ search }) => !search)) return null;
  return (value) => {
    let first: ErrorDetail | null = null;
    for (const { takes, search } of choices) {
      if (!takes(value)) continue;
      const fault = search?.(value) ?? null;
      if (!fault) return null;
      first ??= fault;
    }
    return first;
  };
}

function takesOf({ type }: Schema): (value: unknown) => boolean {
  if (type === 'array') return Array.isArray;
  if (type === 'object') return isObject;
  return type === undefined ? () => true : (value) => typeof value !== 'object';
}
