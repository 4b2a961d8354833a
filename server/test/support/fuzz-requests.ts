// Random requests to the operations of the OpenAPI document: valid ones, with odd values in one or a few
// places.
import { openApiDocument } from '#http';
import { TAGS, allEndpoints } from '../../src/modules.ts';
import type { World } from './fuzz-world.ts';
import { type Chance, jsonOf, Maker, ODD_NUMBERS, odd, oddText, spoil, type Schema } from './schema-fuzz.ts';

interface Operation {
  name: string;
  method: string;
  path: string;
  security: string[];
  ids: string[];
  query: { name: string; schema: Schema }[];
  body: Schema | null;
  statuses: Set<number>;
}

export interface Request {
  operation: Operation;
  who: number | 'fit';
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Undefined: no body. */
  body: unknown;
  /** Sent instead of the body. */
  text: string | null;
  /** The odd values, by path in the body or name of the parameter. */
  spoiled: string[];
}

const { paths, components } = openApiDocument(allEndpoints, TAGS) as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, Schema> };
};

function operationOf(path: string, method: string, spec: Record<string, unknown>): Operation {
  const parameters = (spec['parameters'] ?? []) as { in?: string; name: string; schema: Schema }[];
  const content = (spec['requestBody'] as { content?: Record<string, { schema?: Schema }> })?.content;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    security: (spec['security'] as object[]).flatMap(Object.keys),
    ids: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    query: parameters.filter((one) => one.in === 'query'),
    body: content ? (content['application/json']?.schema ?? {}) : null,
    statuses: new Set(Object.keys(spec['responses'] as object).map(Number)),
  };
}

export const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, spec]) => operationOf(path, method, spec)),
);

/** Operations with fields are called twice as often as those with only an id or nothing. */
export const weighted = [
  ...operations,
  ...operations.filter(({ body, query }) => body !== null || query.length > 0),
];

const QUERY_NUMBERS = [
  '1e3',
  '+5',
  '.5',
  '5.',
  '0x10',
  '0b1',
  'Infinity',
  '-Infinity',
  'NaN',
  ' 5',
  '1_000',
  '٣',
];
const ODD_HEADERS: [name: string, values: string[]][] = [
  ['x-project-id', ['', 'x', '__proto__', 'prj_x', "' or 1=1 --", '9'.repeat(300), 'null']],
  ['accept', ['', '*/*', ';;', 'application/json;q=1e400', 'text/csv', 'application/x-protobuf']],
  ['if-none-match', ['*', '""', 'W/"x"', '"'.repeat(100)]],
  ['content-encoding', ['gzip', 'br', 'identity', '']],
  ['content-type', ['', 'text/plain', 'application/json; charset=utf-16', 'application/x-protobuf']],
  ['authorization', ['', 'Bearer', 'Bearer twl_x', `Bearer ${'x'.repeat(5_000)}`, 'Basic Og==']],
  ['cookie', ['tracewell_session=', 'tracewell_session=%00', '=;=;']],
  ['origin', ['null', 'https://evil.example', '']],
  ['accept-language', ['*', 'ja', 'x'.repeat(1_000)]],
];

export const plainRequest = (operation: Operation): Request => ({
  operation,
  who: 'fit',
  path: operation.path,
  query: [],
  headers: {},
  body: undefined,
  text: null,
  spoiled: [],
});

export class Requests {
  readonly #chance: Chance;
  readonly #world: World;
  readonly #maker: Maker;
  readonly #right: Record<string, object[]>;

  constructor(chance: Chance, world: World, right: Record<string, object[]>) {
    this.#chance = chance;
    this.#world = world;
    this.#right = right;
    this.#maker = new Maker(components.schemas, (field) => world.known.forField(field, chance));
  }

  next(operation: Operation): Request {
    const chance = this.#chance;
    const request: Request = {
      ...plainRequest(operation),
      who: chance.is(0.93) ? 'fit' : chance.below(this.#world.all.length),
      path: this.#path(operation),
      query: this.#query(operation),
      spoiled: [],
    };
    if (operation.body && chance.is(0.98)) this.#addBody(operation, operation.body, request);
    if (chance.is(0.05)) {
      const [name, values] = chance.pick(ODD_HEADERS);
      request.headers[name] = chance.pick(values);
    }
    return request;
  }

  #path({ path, ids }: Operation): string {
    const chance = this.#chance;
    let made = path;
    for (const name of ids) {
      const real = chance.is(0.7) ? this.#world.known.forPath(path, name, chance) : undefined;
      const id = real ?? (chance.is(0.5) ? chance.pick(ODD_NUMBERS) : oddText(chance).slice(0, 400));
      const text = typeof id === 'string' ? id : jsonOf(id);
      made = made.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()));
    }
    return made;
  }

  #query({ query }: Operation): Request['query'] {
    const chance = this.#chance;
    return query
      .filter(() => chance.is(0.6))
      .map(({ name, schema }) => {
        const right = this.#maker.make(schema, chance, name);
        const value = chance.is(0.6) ? right : odd(chance, right);
        if (typeof right === 'number' && chance.is(0.15)) return [name, chance.pick(QUERY_NUMBERS)];
        return [name, (typeof value === 'string' ? value : jsonOf(value)).toWellFormed().slice(0, 8_000)];
      });
  }

  #addBody(operation: Operation, schema: Schema, request: Request): void {
    const chance = this.#chance;
    const own = this.#world.own[operation.name];
    const kept = own && chance.is(0.6) ? own : this.#right[operation.name];
    const body =
      kept && chance.is(0.6)
        ? structuredClone(chance.pick(kept))
        : (this.#maker.make(schema, chance) as Record<string, unknown>);
    const holder = { body };
    if (chance.is(0.03)) holder.body = odd(chance, {}) as object;
    else if (typeof body === 'object' && body !== null) {
      for (let times = chance.pick([0, 1, 1, 1, 1, 2, 3]); times > 0; times -= 1) {
        request.spoiled.push(spoil(chance, body));
      }
    }
    request.body = holder.body;
    if (chance.is(0.03)) {
      const text = jsonOf(holder.body);
      const at = chance.below(text.length + 1);
      request.text =
        text.slice(0, at) + chance.pick(['"', '{', ',', '\\', '\u0000', 'é', '\ufeff']) + text.slice(at + 1);
    }
  }
}
