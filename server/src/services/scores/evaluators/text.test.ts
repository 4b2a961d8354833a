import { describe, expect, test } from 'vitest';
import type { DeterministicType } from './evaluator.ts';
import { compile } from './index.ts';

const run = (type: DeterministicType, rubric: string, output: string, expectedOutput: string | null = null) =>
  compile({ type, rubric, scaleMin: 1, scaleMax: 5 })({ output, expectedOutput });

const ASKED = '{{expectedOutput}}';

describe('exact_match', () => {
  test.each<[rubric: string, output: string, expected: string | null, passes: boolean, why: RegExp]>([
    ['yes', 'yes', null, true, /equals the expected text/],
    ['yes', 'no', null, false, /from character 1 on \(2 characters against 3\)/],
    ['yes', 'Yes', null, false, /upper and lower case only/],
    ['yes', 'yes\n', null, false, /white space at its beginning or end only/],
    ['yes', ' yes', null, false, /white space at its beginning or end only/],
    ['yes ', 'yes ', null, true, /equals/],
    ['a\nb', 'a\r\nb', null, false, /line ends only/],
    ['a\nb', 'a\nb', null, true, /equals/],
    ['caf\u00e9', 'cafe\u0301', null, false, /normalisation/],
    ['caf\u00e9', 'caf\u00e9', null, true, /equals/],
    ['abcdef', 'abcxef', null, false, /from character 4 on/],
    ['abc', 'abcdef', null, false, /in its length: 6 characters against 3/],
    ['abcdef', 'abc', null, false, /in its length: 3 characters against 6/],
    ['yes', '', null, false, /in its length: 0 characters against 3/],
    ['🚀', '🚀', null, true, /equals/],
    ['東京', '東京', null, true, /equals/],
    ['東京', '京都', null, false, /from character 1 on/],
    ['a\u00a0b', 'a b', null, false, /from character 2 on/],
    ['$&', '$&', null, true, /equals/],
    [ASKED, '42', '42', true, /equals/],
    [ASKED, '43', '42', false, /from character 2 on/],
    [ASKED, '', '', true, /equals/],
    [ASKED, 'x', '', false, /in its length/],
    ['{{ expectedOutput }}', '42', '42', true, /equals/],
    ['Answer: {{expectedOutput}}.', 'Answer: 42.', '42', true, /equals/],
    ['{{expectedOutput}}{{expectedOutput}}', 'abab', 'ab', true, /equals/],
    [ASKED, '$& $1 $$', '$& $1 $$', true, /equals/],
    [ASKED, ASKED, ASKED, true, /equals/],
    ['{{expectedoutput}}', '{{expectedoutput}}', null, true, /equals/],
    ['{{input}}', '{{input}}', null, true, /equals/],
    ['plain', 'plain', 'something else', true, /equals/],
  ])('%j on %j, expecting %j: %s', (rubric, output, expected, passes, why) => {
    const verdict = run('exact_match', rubric, output, expected);
    expect(verdict).toMatchObject({ passed: passes, score: passes ? 5 : 1 });
    expect(verdict.reasoning.message).toMatch(why);
  });

  test('without an expected output there is no verdict', () => {
    expect(run('exact_match', ASKED, 'x')).toMatchObject({ score: null, reason: 'no_expected_output' });
  });
});

describe('contains', () => {
  test.each<[rubric: string, output: string, expected: string | null, passes: boolean, why: RegExp]>([
    ['sorry', 'I am sorry.', null, true, /from character 6 on/],
    ['sorry', 'sorry', null, true, /from character 1 on/],
    ['sorry', 'Sorry', null, false, /other upper and lower case only/],
    ['sorry', 'I regret', null, false, /does not contain/],
    ['sorry', '', null, false, /does not contain/],
    [' ', 'a b', null, true, /from character 2/],
    [' ', 'ab', null, false, /does not contain/],
    ['a.c', 'abc', null, false, /does not contain/],
    ['a.c', 'xa.cx', null, true, /character 2/],
    ['東京', 'ここは東京です', null, true, /character 4/],
    ['\n\n', 'a\n\nb', null, true, /character 2/],
    ['[1]', 'see [1]', null, true, /character 5/],
    [ASKED, 'The answer is 42.', '42', true, /character 15/],
    [ASKED, 'The answer is 41.', '42', false, /does not contain/],
    ['is {{expectedOutput}}', 'The answer is 42.', '42', true, /character 12/],
    [ASKED, 'cost: $& yes', '$&', true, /character 7/],
    ['x', 'y'.repeat(200_000) + 'x', null, true, /character 200001/],
  ])('%j in %j, expecting %j: %s', (rubric, output, expected, passes, why) => {
    const verdict = run('contains', rubric, output, expected);
    expect(verdict).toMatchObject({ passed: passes, score: passes ? 5 : 1 });
    expect(verdict.reasoning.message).toMatch(why);
  });

  test.each([null, ''])('expected output %j gives no verdict', (expected) => {
    const verdict = run('contains', ASKED, 'x', expected);
    expect(verdict).toMatchObject({ score: null, reason: 'no_expected_output' });
  });
});

describe('limits of all types', () => {
  const limit = 256 * 1_024;
  const types: [DeterministicType, string][] = [
    ['exact_match', 'x'],
    ['contains', 'x'],
    ['regex', 'x'],
    ['json_schema', 'true'],
    ['json_path', '$'],
  ];

  test.each(types)('%s: an output of 256 KiB is evaluated, a longer one is not', (type, rubric) => {
    const longest = `"${'é'.repeat((limit - 2) / 2)}"`;
    expect(run(type, rubric, longest).passed).not.toBeNull();
    expect(run(type, rubric, `${longest} `)).toMatchObject({ score: null, reason: 'output_too_long' });
  });

  test.each(types)('%s: reasons are short and do not quote the output', (type, rubric) => {
    for (const output of ['hunter2 '.repeat(500), `{"${'hunter2'.repeat(300)}": "hunter2"}`, '"hunter2"']) {
      const { reasoning } = run(type, rubric, output);
      expect(JSON.stringify(reasoning)).not.toContain('hunter2');
      expect(reasoning.message.length).toBeLessThanOrEqual(500);
      expect(reasoning.message).toMatch(/^[A-Z].*\.$/s);
    }
  });

  test('any scale is allowed', () => {
    const evaluate = compile({ type: 'contains', rubric: 'a', scaleMin: -1, scaleMax: 0.5 });
    expect(evaluate({ output: 'a', expectedOutput: null }).score).toBe(0.5);
    expect(evaluate({ output: 'b', expectedOutput: null }).score).toBe(-1);
  });
});
