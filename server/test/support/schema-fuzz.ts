// Values from a JSON Schema, odd values, and odd values inside valid ones; the same seed gives the same ones.
import { INJECTIONS } from './bad-queries.ts';

/** mulberry32: small, and random enough for testing parsers. */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** True with this probability. */
  is(probability: number): boolean {
    return this.next() < probability;
  }
}

export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

const MARK = '\ue000';

/** JSON text that JSON.stringify never writes, such as 1e400; `jsonOf` writes it unchanged. */
const spelled = (json: string): string => `${MARK}${json}${MARK}`;

export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(new RegExp(`"${MARK}([^"${MARK}]*)${MARK}"`, 'g'), '$1');

/** Also `__proto__`, as an ordinary key. */
export const define = (place: object, key: string, value: unknown): void => {
  Object.defineProperty(place, key, { value, enumerable: true, writable: true, configurable: true });
};

// The limits of JSON, JavaScript, SQLite, PostgreSQL and ClickHouse.
const SPELLED = [
  '-0',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '1e400',
  '-1e400',
  '1E2',
  '1.0',
  '1e-400',
  '0.1000000000000000055511151231257827',
];
const FRACTIONS = [0.1, 1.5, -2.5, 0.44000000000000006, 1e-7, 1e-320, 5e-324];
const WHOLE = [0, -1, 32_767, 65_536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32];
const LARGE = [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e9, 1e15, 1e16, 1e18, 1e21, 1e308, -1e308];
export const ODD_NUMBERS: readonly unknown[] = [...FRACTIONS, ...WHOLE, ...LARGE, ...SPELLED.map(spelled)];

const ODD_TIMES: readonly string[] = [
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1677-09-21T00:12:43Z',
  '1899-12-31T23:59:59Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
  '1970-01-01t00:00:00z',
  '2038-01-19T03:14:08Z',
  '2106-02-07T06:28:16Z',
  '2149-06-07T00:00:00Z',
  '2262-04-12T00:00:00Z',
  '2300-01-01T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '2026-06-15T24:00:00Z',
  '2026-06-15T12:00:00.123456789+14:00',
  '2026-06-15T12:00:00',
  '+275760-09-13T00:00:00Z',
];

const ODD_TEXTS: readonly string[] = [
  ...INJECTIONS,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '__proto__',
  'e\u0301'.repeat(100),
  `e${'\u0301'.repeat(3_000)}`,
  '👩‍👩‍👧‍👦'.repeat(40),
  'ＦＵＬＬ',
  '../../etc/passwd',
  '%00',
  '{{constructor}}',
  '{{#each this}}',
  '[[:alpha:]]+(a+)+$',
  '(',
  '9'.repeat(400),
  '-1',
  '1e3',
  'x'.repeat(257),
  'x'.repeat(5_000),
  'http://[::1]:0/',
  'https://127.0.0.1/',
  'javascript:alert(1)',
];

/** Rare, because each takes a hundred times as long as any other. */
const LARGE_TEXT = 'x'.repeat(1_000_000);

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const ODD_SHAPES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  nested(5),
  nested(31),
  nested(70),
  ['x', 1, null],
  Array.from({ length: 1_001 }, (_, at) => at),
  { constructor: { prototype: {} } },
  JSON.parse('{"__proto__": {"admin": true}}'),
  JSON.parse('{"": "", "a.b": 1, "a/b~c": [1], "\\u0000": 1}'),
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, 'v'])),
];

export function oddText(chance: Chance): string {
  return chance.is(0.002) ? LARGE_TEXT : chance.pick(ODD_TEXTS);
}

/** A value for this place, usually of the same kind, because other kinds are rejected by the schema. */
export function odd(chance: Chance, instead: unknown): unknown {
  if (chance.is(0.8)) {
    if (typeof instead === 'number') return chance.pick(ODD_NUMBERS);
    if (typeof instead === 'string') {
      return /^\d{4}-\d{2}-\d{2}T/.test(instead) ? chance.pick(ODD_TIMES) : oddText(chance);
    }
  }
  const kind = chance.below(4);
  if (kind === 0) return chance.pick(ODD_NUMBERS);
  if (kind === 1) return chance.pick(ODD_TIMES);
  return kind === 2 ? oddText(chance) : chance.pick(ODD_SHAPES);
}

/** Replaces one place of a JSON value with an odd value, at any depth. Returns the path of that place. */
export function spoil(chance: Chance, holder: object): string {
  let place = holder as Record<string, unknown>;
  const path: string[] = [];
  for (;;) {
    const keys = Object.keys(place);
    const key = keys.length === 0 || chance.is(0.03) ? oddText(chance).slice(0, 100) : chance.pick(keys);
    path.push(key);
    const inner = Object.hasOwn(place, key) ? place[key] : undefined;
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && chance.is(0.85)) {
      place = inner as Record<string, unknown>;
      continue;
    }
    if (chance.is(0.04)) delete place[key];
    else if (Array.isArray(place) && chance.is(0.2)) place.push(structuredClone(inner));
    else define(place, key, structuredClone(odd(chance, inner)));
    return path.join('.');
  }
}

const TEXT = [
  'name',
  'Zürich 🚀',
  'a',
  'correct horse battery',
  'read',
  'twl_x',
  'true',
  '42',
  '\ud800 alone',
  '<script>',
  "it's",
  '\\',
  '%',
  'e\u0301',
];

function text(schema: Schema, chance: Chance): string {
  if (schema.format === 'date-time') {
    if (chance.is(0.3)) return chance.pick(ODD_TIMES);
    return new Date(Date.UTC(2020 + chance.below(20), chance.below(12), 1 + chance.below(28))).toISOString();
  }
  if (schema.format === 'email') return `user${chance.below(50)}@example.com`;
  const { minLength = 0, maxLength = 1_000 } = schema;
  return chance.pick(TEXT).padEnd(minLength, 'x').slice(0, maxLength);
}

/** Creates values that a schema describes. `known` may provide a better one for a field, by its name. */
export class Maker {
  readonly #components: Record<string, Schema>;
  readonly #known: (field: string) => unknown;

  constructor(components: Record<string, Schema>, known: (field: string) => unknown) {
    this.#components = components;
    this.#known = known;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.#components[name] ?? {});
  }

  make(given: Schema, chance: Chance, field = ''): unknown {
    const schema = this.resolve(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return chance.pick(schema.enum);
    if (schema.anyOf) return this.make(chance.pick(schema.anyOf), chance, field);
    const scalar = schema.type === 'string' || schema.type === 'integer';
    const known = scalar && chance.is(0.7) ? this.#known(field) : undefined;
    if (known !== undefined) return known;
    switch (schema.type) {
      case 'object':
        return this.#object(schema, chance);
      case 'array': {
        const { minItems = 0, maxItems = 5 } = schema;
        const length = minItems + chance.below(Math.min(5, maxItems - minItems) + 1);
        return Array.from({ length }, () => this.make(schema.items ?? {}, chance, field));
      }
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 1_000 } = schema;
        const value = minimum + chance.next() * (Math.min(maximum, minimum + 1_000) - minimum);
        return schema.type === 'integer' || chance.is(0.5) ? Math.floor(value) : value;
      }
      case 'boolean':
        return chance.is(0.5);
      case 'null':
        return null;
      case 'string':
        return text(schema, chance);
      default:
        return structuredClone(odd(chance, undefined));
    }
  }

  #object(schema: Schema, chance: Chance): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (schema.required?.includes(name) || chance.is(0.4)) made[name] = this.make(part, chance, name);
    }
    if (typeof schema.additionalProperties === 'object') {
      for (let count = chance.below(3); count > 0; count -= 1) {
        define(made, chance.pick(TEXT), this.make(schema.additionalProperties, chance));
      }
    }
    return made;
  }
}
