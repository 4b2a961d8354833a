import { describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { publicEndpoint } from '#core/endpoint';
import { TAGS, allEndpoints } from '../modules.ts';
import { openApiDocument } from './openapi.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: Json }[];
  requestBody?: { content: Json };
  responses: Record<string, { $ref?: string; description?: string }>;
}

const document = openApiDocument(allEndpoints, TAGS);
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => Object.assign({ path, method }, operation)),
);

function visit(value: unknown, meet: (node: Json) => void): void {
  if (Array.isArray(value)) for (const part of value) visit(part, meet);
  else if (typeof value === 'object' && value !== null) {
    meet(value as Json);
    for (const part of Object.values(value)) visit(part, meet);
  }
}

function resolve(ref: string): unknown {
  let at: unknown = document;
  for (const part of ref.slice(2).split('/')) at = (at as Json | undefined)?.[part];
  return at;
}

describe('the OpenAPI document', () => {
  it('contains every endpoint except those of other back ends, and nothing else', () => {
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      allEndpoints
        .filter(({ peer }) => !peer)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
  });

  it('resolves every reference', () => {
    const refs = new Set<string>();
    visit(document, (node) => typeof node['$ref'] === 'string' && refs.add(node['$ref']));
    expect(refs.size).toBeGreaterThan(5);
    for (const ref of refs) expect([ref, resolve(ref) === undefined]).toEqual([ref, false]);
  });

  it('names each operation once, in camelCase, with a summary and a known tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, tags } of operations) {
      expect(operationId).toMatch(/^[a-z][a-zA-Z0-9]+$/);
      expect(summary).toMatch(/^\S.{2,79}[^.]$/);
      expect(TAGS).toHaveProperty(tags);
    }
  });

  it('declares exactly the parameters of each path', () => {
    for (const { path, parameters } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect([path, declared.map(({ name }) => name)]).toEqual([path, named]);
      expect(declared.every(({ required }) => required)).toBe(true);
      for (const parameter of parameters) expect(parameter.$ref ?? parameter.schema).toBeDefined();
    }
  });

  it('declares a good reply and its errors for each operation', () => {
    for (const { operationId, responses, requestBody, security } of operations) {
      const statuses = Object.keys(responses).map(Number);
      // Browsers are redirected.
      expect(statuses.some((status) => status < 400)).toBe(true);
      const implied = [503, ...(security.length > 0 ? [401] : []), ...(requestBody ? [400, 413, 415] : [])];
      expect([operationId, implied.filter((status) => !statuses.includes(status))]).toEqual([
        operationId,
        [],
      ]);
      for (const reply of Object.values(responses)) expect(reply.$ref ?? reply.description).toMatch(/./);
    }
  });

  it('refers to error replies by name', () => {
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => Number(status) >= 400),
    );
    expect(errors.length).toBeGreaterThan(operations.length);
    for (const [status, reply] of errors)
      expect([status, reply]).toEqual([
        status,
        { $ref: expect.stringMatching(/^#\/components\/responses\/\w+$/) },
      ]);
  });

  it('contains only values that JSON can express', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('uses only JSON Schema keywords', () => {
    const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
    const [types, patterns] = [new Set<unknown>(), new Set<string>()];
    for (const { responses, requestBody, parameters } of operations) {
      visit([responses, requestBody, parameters], (node) => {
        if (typeof node['type'] === 'string') types.add(node['type']);
        if (typeof node['pattern'] === 'string') patterns.add(node['pattern']);
      });
    }
    expect([...types].filter((type) => !TYPES.has(String(type)))).toEqual([]);
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  });
});

describe('components', () => {
  const withReply = (id: string, schema: ReturnType<typeof Type.Object>) =>
    publicEndpoint({
      id,
      method: 'GET',
      path: `/v1/${id}`,
      tag: 'health',
      summary: 'Test',
      replies: { 200: schema },
      handle: () => undefined,
    });

  it('reject two schemas with one name', () => {
    const one = withReply('one', Type.Object({ a: Type.String() }, { title: 'Thing' }));
    const other = withReply('other', Type.Object({ b: Type.String() }, { title: 'Thing' }));
    expect(() => openApiDocument([one, one], {})).not.toThrow();
    expect(() => openApiDocument([one, other], {})).toThrow('Thing');
  });

  it('include a recursive schema', () => {
    const node = Type.Object({ children: Type.Array(Type.Ref('Knot')) }, { title: 'Knot' });
    const schema = Type.Object({ root: Type.Cyclic({ Knot: node }, 'Knot') });
    const made = JSON.parse(JSON.stringify(openApiDocument([withReply('one', schema)], {})));
    const $ref = '#/components/schemas/Knot';
    expect(JSON.stringify(made.paths)).toContain(JSON.stringify({ root: { $ref } }));
    expect(made.components.schemas.Knot).toEqual({
      type: 'object',
      required: ['children'],
      properties: { children: { type: 'array', items: { $ref } } },
      title: 'Knot',
    });
  });

  it('ignore data that happens to have a title', () => {
    const schema = Type.Object(
      { title: Type.String() },
      { examples: [{ title: 'A title' }], default: { title: 'None' } },
    );
    const made = openApiDocument([withReply('one', schema)], {});
    expect(JSON.stringify(made)).toContain('"examples":[{"title":"A title"}]');
    expect(JSON.stringify(made)).toContain('"default":{"title":"None"}');
  });
});
