// Every operation with a JSON body: each kind of value as the whole body, and in each of its fields, up to
// the limit of the route.
import type { Endpoint } from '../../server/src/core/endpoint.ts';
import { bodyLimitOf } from '../../server/src/http/body.ts';
import { allEndpoints } from '../../server/src/modules.ts';
import { VALUES, wrongAtTheEnd, type Bomb } from './bombs.ts';

export interface SentBody {
  name: string;
  method: string;
  path: string;
  contentType: string;
  auth: Endpoint['auth'];
  make: () => Buffer;
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  pattern?: string;
  format?: string;
}

/** A short value of a schema, right where that is easy. */
function example(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf.find(({ type }) => type !== 'null') ?? {});
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => example(schema.items ?? {}));
    case 'object': {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((name) => [name, example(properties[name] ?? {})]));
    }
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      if (schema.format === 'date-time') return '2026-06-15T12:00:00.000Z';
      return schema.format === 'email' ? 'a@example.com' : 'a'.repeat(Math.max(1, schema.minLength ?? 1));
    default:
      return 'a';
  }
}

/** A well-formed id of no object. The service judges the body before it looks the object up. */
const idFor = ({ pattern = '' }: Schema): string => {
  const prefix = /^\^([a-z]+_)/.exec(pattern)?.[1];
  return prefix ? `${prefix}00000000` : '1';
};

const itemsOf = (schema: Schema): Schema | undefined =>
  schema.items ?? schema.anyOf?.map(itemsOf).find((items) => items !== undefined);

function bombsOf(schema: Schema): Readonly<Record<string, Bomb>> {
  const items = itemsOf(schema);
  if (!items) return VALUES;
  return { ...VALUES, 'right items': wrongAtTheEnd(JSON.stringify(example(items))) };
}

function* bodiesOf(endpoint: Endpoint): Generator<SentBody> {
  const { id, method, auth, takes = ['application/json'] } = endpoint;
  const schema: Schema | undefined = endpoint.body;
  if (!schema || !takes.includes('application/json')) return;
  const limit = bodyLimitOf(endpoint);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    idFor(endpoint.params?.properties[name] as Schema),
  );
  const sent = { method, path, auth, contentType: 'application/json' };
  for (const [kind, bomb] of Object.entries(bombsOf(schema)))
    yield { ...sent, name: `${id}: ${kind}`, make: () => Buffer.from(bomb(limit)) };
  const whole = (example({ ...schema, type: 'object' }) ?? {}) as Record<string, unknown>;
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    const { [field]: _left, ...others } = whole;
    const around = JSON.stringify({ ...others, [field]: 0 }).slice(0, -2);
    for (const [kind, bomb] of Object.entries(bombsOf(part))) {
      const make = () => Buffer.from(`${around}${bomb(limit - around.length)}}`);
      yield { ...sent, name: `${id}: ${field}: ${kind}`, make };
    }
  }
}

export const generatedBodies = (): SentBody[] =>
  allEndpoints.flatMap((endpoint) => Array.from(bodiesOf(endpoint)));
