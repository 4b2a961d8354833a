import { describe, expect, test } from 'vitest';
import { compile } from './index.ts';

const made = (rubric: string) => compile({ type: 'json_path', rubric, scaleMin: 0, scaleMax: 1 });
const run = (rubric: string, output: string) => made(rubric)({ output, expectedOutput: null });

const DOC = JSON.stringify({
  status: 'ok',
  count: 2,
  zero: 0,
  none: null,
  flag: false,
  items: [
    { name: 'a', price: 5, tags: ['x', 'y'] },
    { name: 'b', price: 15 },
  ],
  'odd == key': 1,
  'it\'s "so"': { n: 1 },
});

describe('json_path', () => {
  test.each<[rubric: string, passes: boolean, why?: RegExp]>([
    ['$', true, /selects what is at \$ in/],
    ['$.status', true, /\$\['status'\]/],
    ['$.missing', false, /selects nothing/],
    ['$.none', true],
    ['$.flag', true],
    ['$.items[0]', true],
    ['$.items[2]', false],
    ['$.items[-1].name', true],
    ['$.items[*].tags[*]', true],
    ['$..price', true],
    ['$..missing', false],
    ['$.items[?@.price > 10]', true],
    ['$.items[?@.price > 100]', false],
    ['$.items[?@.name == "a" && @.price < 10]', true],
    ['$.items[?@.tags]', true],
    ['$.items[?length(@.tags) == 2]', true],
    ['$[?count(@.*) == 2]', true],
    ['$.items[?match(@.name, "[ab]")]', true],
    ['$.items[?match(@.name, "a.")]', false],
    ['$.items[?search(@.name, "b")]', true],
    ['$.items[?search(@.name, "(a+)+$")]', true],
    ['$.items[?search(@.name, "(?=a)")]', false],
    ['$.items[?search(@.price, "5")]', false],
    ['$["odd == key"]', true],
    ["$['it\\'s \"so\"'].n", true],
    ['  $.status  ', true],
    ['$.status == "ok"', true, /1 value, equal/],
    ['$.status=="ok"', true],
    ['$.status == "OK"', false, /\$\['status'\] is a text of 2 characters, not the value/],
    ['$.count == 2', true],
    ['$.count == 2.0', true],
    ['$.count == "2"', false, /is a number, not/],
    ['$.zero == -0', true],
    ['$.none == null', true],
    ['$.flag == false', true],
    ['$.flag == true', false, /is false, not/],
    ['$.missing == null', false, /selects nothing/],
    ['$.items[0].tags == ["x", "y"]', true],
    ['$.items[0].tags == ["y", "x"]', false, /an array of 2 values/],
    ['$.items[1] == {"price": 15, "name": "b"}', true],
    ['$.items[1] == {"name": "b"}', false, /an object with 2 members/],
    ['$.items[*].name == "a"', false, /\$\['items'\]\[1\]\['name'\]/],
    ['$.items[0].tags[?@ != "z"] == "x"', false],
    ['$.items[?@.name == "b"].price == 15', true],
    ['$["odd == key"] == 1', true],
    ['$..price == 5', false],
    ['$.items[*] == {}', false],
  ])('%s: %s', (rubric, passes, why) => {
    const verdict = run(rubric, DOC);
    expect([verdict.reasoning.message, verdict.passed, verdict.score]).toEqual([
      verdict.reasoning.message,
      passes,
      passes ? 1 : 0,
    ]);
    expect(verdict.reasoning.message).toMatch(why ?? /^(?:The query selects|At \$)/);
  });

  test('all selected values must be equal', () => {
    expect(run('$[*] == 1', '[1, 1, 1]')).toMatchObject({
      passed: true,
      reasoning: { message: expect.stringContaining('3 values') },
    });
    expect(run('$[*] == 1', '[1, 2, 1]').passed).toBe(false);
    expect(run('$[*] == 1', '[]').passed).toBe(false);
  });

  test('the dot of a pattern does not match a line end', () => {
    expect(run('$[?match(@, "a.c")]', '["a\\nc"]').passed).toBe(false);
    expect(run('$[?match(@, "a.c")]', '["a\\rc"]').passed).toBe(false);
    expect(run('$[?match(@, "a.c")]', '["a\\u2028c", "abc"]').passed).toBe(true);
    expect(run('$[?match(@, "a[.]c")]', '["abc"]').passed).toBe(false);
    expect(run('$[?match(@, "a\\\\.c")]', '["a.c"]').passed).toBe(true);
  });

  test.each(['', 'no JSON', '```json\n{}\n```', '{"a": 1'])('%j is no JSON and fails', (output) => {
    const verdict = run('$', output);
    expect(verdict).toMatchObject({ passed: false, score: 0 });
    expect(verdict.reasoning.message).toMatch(/^The output cannot be read as JSON/);
  });

  test.each<[rubric: string, what: RegExp, position?: number]>([
    [' ', /no query/, 1],
    ['status', /does not compile/, 1],
    ['$.', /does not compile/],
    ['$.a[', /unclosed bracketed selection/, 4],
    ['  $.a[', /unclosed bracketed selection/, 6],
    ['$.a b', /does not compile/, 5],
    ['$[?@.a = 1]', /does not compile/],
    ['$[?nofun(@)]', /no such function/],
    ['$[?length(@)]', /does not compile/],
    ['$[99999999999999999999]', /does not compile/],
    ['$.a ==', /What stands after == is not valid JSON/],
    ['$.a == ', /What stands after == is not valid JSON/],
    ["$.a == 'ok'", /What stands after == is not valid JSON/, 8],
    ['$.a == {"b": }', /not valid JSON/, 14],
    ['== 1', /no query/, 1],
    ['$.a == 1 == 2', /not valid JSON/, 10],
    ['$.a == {"b": 1, "b": 2}', /"b" is given twice/],
  ])('%j is not a query: %s', (rubric, what, position) => {
    expect(() => made(rubric)).toThrow(
      expect.objectContaining({
        name: 'RubricError',
        message: expect.stringMatching(what),
        ...(position === undefined ? {} : { position }),
      }),
    );
  });
});
