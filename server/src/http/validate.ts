// Turns the schemas of a declaration into checks. Bodies are not converted; query strings are text and are
// converted first.
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError, invalid, notFound, type ErrorDetail } from '#lib/app-error';
import { fieldFaults, type Faulting } from '#lib/field-faults';
import { once } from '#lib/later';
import type { Endpoint, Input } from '#core/endpoint';

export interface InputCheck {
  params(value: unknown): Input<TObject, TObject, TSchema>['params'];
  query(value: unknown): Input<TObject, TObject, TSchema>['query'];
  body(value: unknown): unknown;
}

// No store keeps this character, and PostgreSQL rejects it.
const NUL = '\u0000';
/**
 * A decimal as Number() accepts it. An unescaped plus sign arrives as a blank; hex and Infinity are not
 * decimals.
 */
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const INTEGER = /^(0|[1-9][0-9]{0,14})$/;

export function invalidInput(where: string, details: ErrorDetail[]): AppError {
  const [first] = details;
  const what = `${first?.path || where}: ${first?.message ?? 'is not valid'}`;
  return new AppError('bad_request', 'invalid_request', `The ${where} is not valid. ${what}.`, { details });
}

function requireValid(where: string, check: Faulting, value: unknown): void {
  const details = fieldFaults(check, value);
  if (details.length > 0) throw invalidInput(where, details);
}

/** Rejects unusable values at any depth before a schema sees them. The depth of bodies is already limited. */
export function refuseUnusable(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes(NUL))
      throw invalid(path, 'Text must not contain the character U+0000.', 'invalid_text');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw invalid(path, 'A number must not be larger than 1e308.', 'number_too_large');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      refuseUnusable(name, path);
      refuseUnusable(part, path ? `${path}.${name}` : name);
    }
  }
}

const LONGEST_QUOTED = 60;

/** What a parameter of a path names: `Prompt` for `/v1/prompts/{id}`, `Delivery` for `…/{deliveryId}`. */
function subjectOf(path: string, name: string): string {
  const segment = /([^/]*)\/\{/.exec(path.slice(0, path.indexOf(`{${name}}`) + 1))?.[1] ?? '';
  const named = name === 'id' || name === 'name' ? segment : name.replace(/(?:Id|Name)$/, '');
  const words = named
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/^api\b/, 'API');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A path with an id in the wrong format names nothing: 404 without a store query. */
function convertParams(
  path: string,
  schema: TObject,
  check: Faulting,
  value: Record<string, string>,
): Record<string, unknown> {
  const unusable = Object.keys(value).find((name) => value[name]?.includes(NUL));
  if (unusable !== undefined) throw notFound(subjectOf(path, unusable));
  const converted: Record<string, unknown> = { ...value };
  for (const [name, part] of Object.entries(schema.properties)) {
    if ((part as { type?: string }).type !== 'integer') continue;
    const text = value[name] ?? '';
    if (!INTEGER.test(text)) {
      const what = `${subjectOf(path, name)} not found.`;
      const said = JSON.stringify(text.slice(0, LONGEST_QUOTED));
      throw new AppError(
        'not_found',
        'not_found',
        `${what} ${said} is not its ${name}, which is a whole number.`,
      );
    }
    converted[name] = Number(value[name]);
  }
  if (!check.Check(converted)) throw notFound(subjectOf(path, Object.keys(schema.properties).at(-1) ?? ''));
  return converted;
}

/** Converts query text: numbers and flags become values if they are written like one. */
function fromText(schema: { type?: string; items?: object }, value: unknown): unknown {
  if (schema.type === 'array') {
    const list = Array.isArray(value) ? value : [value];
    return list.map((item: unknown) => fromText(schema.items ?? {}, item));
  }
  if (typeof value !== 'string') return value;
  if (schema.type === 'integer' || schema.type === 'number') {
    const number = NUMBER.test(value) ? Number(value) : Number.NaN;
    return Number.isFinite(number) ? number : value;
  }
  if (schema.type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return value;
}

function convertQuery(schema: TObject | undefined, value: Record<string, unknown>): Record<string, unknown> {
  const converted = { ...value };
  for (const [name, part] of Object.entries(schema?.properties ?? {})) {
    if (Object.hasOwn(converted, name)) converted[name] = fromText(part, converted[name]);
  }
  return converted;
}

interface Compiled<Schema extends TSchema> extends Faulting {
  schema: Schema;
  withDefaults(value: unknown): unknown;
}

const known = new WeakMap<TSchema, unknown>();

/**
 * Compiled on the first request, so that the start does not wait for unused endpoints. Services in one
 * process share it.
 */
function compiledOf<Schema extends TSchema>(schema: Schema): Compiled<Schema> {
  const before = known.get(schema) as Compiled<Schema> | undefined;
  if (before) return before;
  const check = Compile(schema);
  // Without defaults in the schema, looking for them would cost more than the check.
  const hasDefaults = JSON.stringify(schema).includes('"default":');
  const compiled = {
    schema,
    Type: () => schema,
    Check: (value: unknown) => check.Check(value),
    Errors: (value: unknown) => check.Errors(value),
    withDefaults: (value: unknown) => (hasDefaults ? check.Default(value) : value),
  } as Compiled<Schema>;
  known.set(schema, compiled);
  return compiled;
}

const compiled = <Schema extends TSchema>(schema: Schema): (() => Compiled<Schema>) =>
  once(() => compiledOf(schema));

export function inputCheck(endpoint: Endpoint): InputCheck {
  const params = endpoint.params && compiled(endpoint.params);
  const query = endpoint.query && compiled(endpoint.query);
  const body = endpoint.body && compiled(endpoint.body);
  return {
    params: (value) =>
      params ? convertParams(endpoint.path, params().schema, params(), value as Record<string, string>) : {},
    query: (value) => {
      if (!query) return {};
      const check = query();
      refuseUnusable(value, '');
      const converted = check.withDefaults(convertQuery(check.schema, value as Record<string, unknown>));
      requireValid('query string', check, converted);
      return converted as Record<string, unknown>;
    },
    body: (value) => {
      if (!body || endpoint.takes) return undefined;
      const check = body();
      if (value === undefined && endpoint.bodyOptional) return check.withDefaults({});
      requireValid('body', check, value);
      return check.withDefaults(value);
    },
  };
}

/** For tests: a reply that does not match its declaration is a fault, so that the docs cannot drift. */
export function replyCheck(endpoint: Endpoint): (status: number, body: unknown) => void {
  const replies = new Map(Object.entries(endpoint.replies));
  return (status, body) => {
    const schema = replies.get(String(status));
    if (schema === undefined)
      throw new Error(`${endpoint.id} answered ${status}, which it does not declare.`);
    if (!schema) {
      if (body !== undefined && body !== null)
        throw new Error(`${endpoint.id} answered ${status} with a body.`);
      return;
    }
    const sent: unknown = JSON.parse(
      body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body),
    );
    const faults = fieldFaults(compiledOf(schema), sent);
    if (faults.length > 0)
      throw new Error(`${endpoint.id} answered ${status} with ${JSON.stringify(faults)}`);
  };
}
