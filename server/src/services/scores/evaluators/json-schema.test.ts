import { describe, expect, test } from 'vitest';
import { compile } from './index.ts';

const made = (schema: unknown) =>
  compile({
    type: 'json_schema',
    rubric: typeof schema === 'string' ? schema : JSON.stringify(schema),
    scaleMin: 0,
    scaleMax: 1,
  });
const run = (schema: unknown, output: string) => made(schema)({ output, expectedOutput: null });

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 } },
  required: ['name'],
  additionalProperties: false,
};

describe('json_schema', () => {
  test.each<[schema: unknown, output: string, passes: boolean, why?: RegExp]>([
    ['true', '1', true],
    ['false', '1', false, /boolean schema is false/],
    ['{}', 'null', true],
    [{ type: 'object' }, '{}', true],
    [{ type: 'object' }, '[]', false, /the root must be object/],
    [{ type: 'object' }, '', false, /cannot be read as JSON: it is empty/],
    [{ type: 'object' }, ' \n', false, /it is empty/],
    [{ type: 'object' }, 'Sure! {}', false, /what stands at character 1 does not/],
    [{ type: 'object' }, '{} done', false, /what stands at character 4 does not/],
    [{ type: 'object' }, '```json\n{}\n```', false, /Markdown code fence/],
    [{ type: 'object' }, '{"a": 1', false, /cannot be read as JSON: it ends too early/],
    [{ type: 'object' }, "{'a': 1}", false, /character 2/],
    [{ type: 'object' }, '{"a": 1, "a": 2}', false, /a key twice/],
    [{ type: 'object' }, '{"__proto__": 1}', false, /__proto__/],
    [person, '{"name": "Ann", "age": 3}', true],
    [person, '{"age": 3}', false, /must have required property 'name'/],
    [person, '{"name": "Ann", "age": 3.5}', false, /\/age must be integer/],
    [person, '{"name": "Ann", "age": -1}', false, /\/age must be >= 0/],
    [person, '{"name": ""}', false, /\/name must NOT have fewer than 1 characters/],
    [person, '{"name": "Ann", "x": 1}', false, /must NOT have additional properties/],
    [{ type: 'integer' }, '1.0', true],
    [{ type: 'string', maxLength: 1 }, '"🚀"', true],
    [{ enum: ['a', 'b'] }, '"b"', true],
    [{ enum: ['a', 'b'] }, '"c"', false, /must be equal to one of the allowed values/],
    [{ const: { a: [1] } }, '{"a": [1]}', true],
    [{ const: 0 }, '-0', true],
    [{ pattern: '^a+$' }, '"aaa"', true],
    [{ pattern: '^a+$' }, '"b"', false, /must match pattern/],
    [{ pattern: '(a+)+$' }, `"${'a'.repeat(5_000)}!"`, false, /must match pattern/],
    [{ pattern: '^\\p{L}+$' }, '"東京"', true],
    [{ patternProperties: { '^x-': { type: 'number' } } }, '{"x-a": 1}', true],
    [{ patternProperties: { '^x-': { type: 'number' } } }, '{"x-a": "1"}', false, /\/x-a must be number/],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, '{"A": 1}', false, /must match pattern|property name/],
    [{ prefixItems: [{ type: 'string' }], items: false }, '["a"]', true],
    [
      { prefixItems: [{ type: 'string' }], items: false },
      '["a", 1]',
      false,
      /must NOT have more than 1 items/,
    ],
    [{ contains: { const: 7 }, minContains: 2 }, '[7, 7]', true],
    [{ contains: { const: 7 }, minContains: 2 }, '[7]', false, /must contain at least 2/],
    [{ uniqueItems: true }, '[1, 2]', true],
    [{ uniqueItems: true }, '[{"a": 1}, {"a": 1}]', false, /must NOT have duplicate items/],
    [{ dependentRequired: { a: ['b'] } }, '{"a": 1}', false, /must have property b/],
    [
      '{"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["x"]}}',
      '{"k": 1}',
      false,
      /required/,
    ],
    ['{"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["x"]}}', '{"k": 2}', true],
    [{ properties: { a: true }, unevaluatedProperties: false }, '{"b": 1}', false, /unevaluated properties/],
    [{ $ref: '#/$defs/n', $defs: { n: { type: 'null' } } }, 'null', true],
    [{ $ref: '#n', $defs: { n: { $anchor: 'n', type: 'null' } } }, '1', false, /must be null/],
    [
      { $id: 'urn:example:a', properties: { next: { $ref: '#' } }, additionalProperties: false },
      '{"next": {"next": {}}}',
      true,
    ],
    [{ $ref: 'https://json-schema.org/draft/2020-12/schema' }, '{"type": "string"}', true],
    [{ $ref: 'https://json-schema.org/draft/2020-12/schema' }, '{"type": "text"}', false],
    [{ format: 'email' }, '"a@example.org"', true],
    [{ format: 'email' }, '"nobody"', false, /must match format "email"/],
    [{ format: 'date-time' }, '"2026-11-15T09:00:00Z"', true],
    [{ format: 'date-time' }, '"yesterday"', false, /format/],
    [{ format: 'date' }, '"2026-02-30"', false, /format/],
    [{ format: 'uuid' }, '"123e4567-e89b-12d3-a456-426614174000"', true],
    [{ format: 'uri' }, '"https://example.org/"', true],
    [{ format: 'ipv4' }, '"999.1.1.1"', false, /format/],
    [{ format: 'of-our-own' }, '"x"', true],
    [{ 'x-note': 'keywords that the standard does not know', type: 'string' }, '"x"', true],
    [
      { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'number' },
      '1e400',
      false,
      /must be number/,
    ],
  ])('%j on %j: %s', (schema, output, passes, why) => {
    const verdict = run(schema, output);
    expect([verdict.reasoning.message, verdict.passed, verdict.score]).toEqual([
      verdict.reasoning.message,
      passes,
      passes ? 1 : 0,
    ]);
    expect(verdict.reasoning.message).toMatch(why ?? /^The output is JSON that/);
  });

  test.each<[schema: unknown, what: RegExp, position?: number]>([
    ['', /not valid JSON/],
    ['{', /The schema is not valid JSON/, 2],
    ['{"type": object}', /not valid JSON/, 10],
    ['type: object', /not valid JSON/, 1],
    ['[]', /must be a JSON object, or true or false/],
    ['null', /must be a JSON object/],
    ['7', /must be a JSON object/],
    ['{"type": "string", "type": "number"}', /"type" is given twice/],
    ['{"properties": {"__proto__": {}}}', /__proto__/],
    [{ type: 'objekt' }, /\/type must be equal to one of the allowed values/],
    [{ properties: { a: { minimum: 'x' } } }, /\/properties\/a\/minimum must be number/],
    [{ required: 'name' }, /\/required must be array/],
    [{ minLength: -1 }, /\/minLength must be >= 0/],
    [{ $ref: 'https://example.org/schema.json' }, /can't resolve reference https:\/\/example\.org/],
    [{ $ref: 'http://169.254.169.254/latest' }, /can't resolve reference/],
    [{ $ref: 'file:///etc/passwd' }, /can't resolve reference/],
    [{ $ref: '#/$defs/none' }, /can't resolve reference/],
    [{ $ref: 'http://json-schema.org/draft-07/schema#' }, /can't resolve reference/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, /"\$schema" must be/],
    [{ $async: true }, /\$async/],
    [{ pattern: '(a' }, /In a pattern of the schema: The pattern does not compile in RE2: missing closing/],
    [{ pattern: '(?=a)' }, /unsupported Perl syntax/],
    [{ patternProperties: { '(?!a)': {} } }, /unsupported Perl syntax/],
    [`${'{"not":'.repeat(70)}true${'}'.repeat(70)}`, /nested deeper than 64 levels/],
  ])('%j is not a schema: %s', (schema, what, position) => {
    expect(() => made(schema)).toThrow(
      expect.objectContaining({
        name: 'RubricError',
        message: expect.stringMatching(what),
        ...(position === undefined ? {} : { position }),
      }),
    );
  });

  test('schemas with the same id do not see each other', () => {
    const one = made({ $id: 'https://example.org/x', type: 'string' });
    const other = made({ $id: 'https://example.org/x', type: 'number' });
    expect(one({ output: '"a"', expectedOutput: null }).passed).toBe(true);
    expect(other({ output: '"a"', expectedOutput: null }).passed).toBe(false);
    expect(() => made({ $ref: 'https://example.org/x' })).toThrow(/can't resolve/);
  });

  test('too deeply nested JSON has no verdict', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(run({ type: 'array' }, deep(64)).passed).toBe(true);
    expect(run({ type: 'array' }, deep(65))).toMatchObject({ score: null, reason: 'output_too_deep' });
  });

  test('a schema that only refers to itself has no verdict', () => {
    expect(run({ $ref: '#' }, '1')).toMatchObject({ score: null, reason: 'evaluation_failed' });
  });
});
