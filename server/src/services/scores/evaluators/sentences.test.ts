// Clients word the sentence of a rule by its code and figures. The JSON Schema validator has its own words, so each
// keyword is tested with it.
import { describe, expect, it } from 'vitest';
import { compile, type Check } from './index.ts';

const verdict = (type: Check['type'], rubric: string, output: string, toolRepeats = 0) => {
  const check = compile({ type, rubric, scaleMin: 0, scaleMax: 1 });
  return check({ output, expectedOutput: null, toolRepeats }).reasoning;
};
const schema = (rubric: unknown, output: unknown) =>
  verdict('json_schema', JSON.stringify(rubric), JSON.stringify(output));

describe('the validator’s words', () => {
  it.each([
    ['schema_fits', {}, {}, {}],
    [
      'schema_type',
      { properties: { a: { type: ['string', 'null'] } } },
      { a: 1 },
      { place: '/a', type: 'string,null' },
    ],
    ['schema_type', { type: 'object' }, [], { place: '', type: 'object' }],
    ['schema_required', { required: ["it's"] }, {}, { place: '', property: "it's" }],
    ['schema_enum', { enum: [1, 2] }, 3, { place: '' }],
    ['schema_const', { const: 1 }, 3, { place: '' }],
    ['schema_limit', { minimum: 5 }, 3, { place: '', comparison: 'atLeast', limit: 5 }],
    ['schema_limit', { maximum: -0.5 }, 3, { place: '', comparison: 'atMost', limit: -0.5 }],
    ['schema_limit', { exclusiveMinimum: 5 }, 3, { place: '', comparison: 'above', limit: 5 }],
    ['schema_limit', { exclusiveMaximum: 1e-7 }, 3, { place: '', comparison: 'below', limit: 1e-7 }],
    ['schema_multiple', { multipleOf: 2 }, 3, { place: '', divisor: 2 }],
    ['schema_size', { minLength: 2 }, 'a', { place: '', bound: 'least', limit: 2, unit: 'characters' }],
    ['schema_size', { maxItems: 1 }, [1, 2], { place: '', bound: 'most', limit: 1, unit: 'items' }],
    ['schema_size', { minProperties: 1 }, {}, { place: '', bound: 'least', limit: 1, unit: 'properties' }],
    ['schema_pattern', { items: { pattern: '^a"b$' } }, ['a'], { place: '/0', pattern: '^a"b$' }],
    ['schema_format', { format: 'email' }, 'a', { place: '', format: 'email' }],
    ['schema_duplicates', { uniqueItems: true }, [1, 2, 1], { place: '', one: 0, other: 2 }],
    ['schema_contains', { contains: { type: 'string' } }, [1], { place: '', least: 1 }],
    [
      'schema_contains_range',
      { contains: { type: 'string' }, maxContains: 1 },
      ['a', 'b'],
      { place: '', least: 1, most: 1 },
    ],
    ['schema_additional', { additionalProperties: false }, { a: 1 }, { place: '' }],
    ['schema_unevaluated', { unevaluatedProperties: false }, { a: 1 }, { place: '' }],
    ['schema_size', { unevaluatedItems: false }, [1], { place: '', bound: 'most', limit: 0, unit: 'items' }],
    [
      'schema_size',
      { propertyNames: { maxLength: 1 } },
      { abc: 1 },
      { place: '', bound: 'most', limit: 1, unit: 'characters' },
    ],
    [
      'schema_dependent',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      { place: '', number: 'one', properties: 'b', property: 'a' },
    ],
    [
      'schema_dependent',
      { dependentRequired: { a: ['b', 'c'] } },
      { a: 1 },
      { place: '', number: 'several', properties: 'b, c', property: 'a' },
    ],
    ['schema_one_of', { oneOf: [{}, {}] }, 1, { place: '' }],
    ['schema_not', { not: {} }, 1, { place: '' }],
    ['schema_const', JSON.parse('{"if":{"type":"number"},"then":{"const":2}}'), 1, { place: '' }],
    ['schema_false', { properties: { a: false } }, { a: 1 }, { place: '/a' }],
  ] as const)('%s: %j', (code, rubric, output, values) => {
    expect(schema(rubric, output)).toMatchObject({ code, values });
  });
});

describe('the words of a rule', () => {
  it.each([
    ['equal', verdict('exact_match', 'a', 'a'), {}],
    ['differs_only', verdict('exact_match', 'a', ' a'), { how: 'white_space' }],
    ['differs_only', verdict('exact_match', 'a\nb', 'a\r\nb'), { how: 'line_ends' }],
    ['differs_only', verdict('exact_match', '\u00E9', 'e\u0301'), { how: 'normalisation' }],
    ['differs_only', verdict('exact_match', 'A', 'a'), { how: 'case' }],
    ['differs_length', verdict('exact_match', 'ab', 'a'), { outputChars: 1, expectedChars: 2 }],
    ['differs_from', verdict('exact_match', 'abc', 'axy!'), { from: 2, outputChars: 4, expectedChars: 3 }],
    ['contains', verdict('contains', 'b', 'ab'), { from: 2 }],
    ['contains_other_case', verdict('contains', 'B', 'ab'), {}],
    ['contains_not', verdict('contains', 'c', 'ab'), {}],
    ['no_expected_output', verdict('contains', '{{expectedOutput}}', 'ab'), {}],
    ['pattern_matches', verdict('regex', 'b+', 'abb'), { from: 2, to: 3 }],
    ['pattern_matches_nothing', verdict('regex', 'x*', 'abb'), { from: 1 }],
    ['pattern_matches_nowhere', verdict('regex', 'x', 'abb'), {}],
    ['repeats_no_tool_call', verdict('tool_repeats', '0', ''), {}],
    ['repeats_tool_call', verdict('tool_repeats', '1', '', 2), { repeats: 2, allowed: 1 }],
    ['repeats_tool_call_as_allowed', verdict('tool_repeats', ' 1 ', '', 1), { repeats: 1, allowed: 1 }],
    ['path_selects', verdict('json_path', '$.a', '{"a":1}'), { place: "$['a']" }],
    ['path_selects_nothing', verdict('json_path', '$.b', '{"a":1}'), {}],
    ['path_equal', verdict('json_path', '$.a == 1', '{"a":1}'), { count: 1 }],
    ['path_finds_text', verdict('json_path', '$.a == 1', '{"a":"xy"}'), { place: "$['a']", length: 2 }],
    ['path_finds_array', verdict('json_path', '$.a == 1', '{"a":[1]}'), { place: "$['a']", length: 1 }],
    ['path_finds_object', verdict('json_path', '$.a == 1', '{"a":{}}'), { place: "$['a']", length: 0 }],
    ['path_finds', verdict('json_path', '$.a == 1', '{"a":null}'), { place: "$['a']", found: 'null' }],
    ['path_finds', verdict('json_path', '$.a == 1', '{"a":false}'), { place: "$['a']", found: 'false' }],
    ['path_finds', verdict('json_path', '$.a == 1', '{"a":2}'), { place: "$['a']", found: 'number' }],
    ['json_unreadable', verdict('json_path', '$', ''), { why: 'empty' }],
    ['json_unreadable', verdict('json_path', '$', '```json\n{}\n```'), { why: 'code_fence' }],
    ['json_unreadable', verdict('json_path', '$', '{"a":1'), { why: 'too_short' }],
    ['json_unreadable', verdict('json_path', '$', '{"a":1,"a":2}'), { why: 'duplicate_key' }],
    ['json_unreadable', verdict('json_path', '$', '{"__proto__":1}'), { why: 'forbidden_key' }],
    ['json_unreadable_at', verdict('json_path', '$', '{"a":x}'), { at: 6 }],
    ['output_too_long', verdict('contains', 'a', 'b'.repeat(262_145)), { kib: 256 }],
    ['output_too_deep', verdict('json_path', '$', `${'['.repeat(65)}${']'.repeat(65)}`), { levels: 64 }],
  ])('%s', (code, read, values) => {
    expect(read).toMatchObject({ code, values });
  });
});
