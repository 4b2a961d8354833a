// Values from a JSON Schema, and values that no schema wants; the same from the same seed.

/** mulberry32: small, and good enough to be unpredictable to a parser. */
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
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
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

const SPOILED: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🚀',
  '\u202e',
  "'; drop table accounts; --",
  '../../etc/passwd',
  '%00',
  '{{constructor}}',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '2016-12-31T23:59:60Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  [],
  [[[[[]]]]],
  {},
  { constructor: { prototype: {} } },
  ['x', 1, null],
];

export const spoiled = (chance: Chance): unknown => chance.pick(SPOILED);

// Well-formed, and at the edge of what a store or a clock can hold.
const TIMES = [
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '1970-01-01t00:00:00z',
  '2026-06-15T12:00:00.123456789+14:00',
];

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
  '\u202e',
  '<script>',
  '__proto__',
  "it's",
  '"',
  '\\',
  '%',
  'ＦＵＬＬ',
  'e\u0301',
];

function text(schema: Schema, chance: Chance): string {
  if (schema.format === 'date-time') {
    if (chance.next() < 0.5) return chance.pick(TIMES);
    return new Date(Date.UTC(2020 + chance.below(20), chance.below(12), 1 + chance.below(28))).toISOString();
  }
  if (schema.format === 'email') return `user${chance.below(50)}@example.com`;
  const { minLength = 0, maxLength = 1_000 } = schema;
  return chance.pick(TEXT).padEnd(minLength, 'x').slice(0, maxLength);
}

/** `spoil` is the chance that any one part is replaced by what does not belong there. */
export function fromSchema(schema: Schema, chance: Chance, spoil = 0): unknown {
  if (chance.next() < spoil) return spoiled(chance);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return fromSchema(chance.pick(schema.anyOf), chance, spoil);
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {})
        .filter(([name]) =>
          schema.required?.includes(name) ? chance.next() >= spoil / 4 : chance.next() < 0.6,
        )
        .map(([name, part]) => [name, fromSchema(part, chance, spoil)] as const);
      const extra =
        chance.next() < spoil / 2
          ? [[chance.pick(['extra', 'constructor', 'toString', '']), 1] as const]
          : [];
      return Object.fromEntries([...entries, ...extra]);
    }
    case 'array': {
      const { minItems = 0, maxItems = 5 } = schema;
      const length = minItems + chance.below(Math.min(5, maxItems - minItems) + 1);
      return Array.from({ length }, () => fromSchema(schema.items ?? {}, chance, spoil));
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000 } = schema;
      return Math.floor(minimum + chance.next() * (Math.min(maximum, minimum + 1_000) - minimum));
    }
    case 'boolean':
      return chance.next() < 0.5;
    case 'null':
      return null;
    case 'string':
      return text(schema, chance);
    default:
      return spoiled(chance);
  }
}
