import { describe, expect, test } from 'vitest';
import type { MadeToolCall } from './evaluator.ts';
import { compile } from './index.ts';

const call = (name: string, given: unknown = {}): MadeToolCall => ({ name, arguments: given });
const run = (rubric: unknown, made: MadeToolCall[], scoreType: 'numeric' | 'boolean' = 'numeric') =>
  compile({ type: 'tool_calls', rubric: JSON.stringify(rubric), scaleMin: 0, scaleMax: 1, scoreType })({
    output: '',
    expectedOutput: null,
    toolCalls: made,
  });
const [a, b, c] = [call('a'), call('b'), call('c')];

describe('the score', () => {
  test.each<[name: string, rubric: unknown, made: MadeToolCall[], score: number, code: string]>([
    ['nothing asked, nothing done', [], [], 1, 'tools_right'],
    ['nothing asked', [], [a], 0, 'tools_unexpected'],
    ['nothing asked, all allowed', { expected: [], allowUnexpected: true }, [a], 1, 'tools_right'],
    ['nothing done', ['a', 'b'], [], 0, 'tools_differ'],
    ['as asked', ['a', 'b'], [a, b], 1, 'tools_right'],
    ['in any order', ['a', 'b'], [b, a], 1, 'tools_right'],
    ['one missing', ['a', 'b'], [a], 0.6667, 'tools_differ'],
    ['one too many', ['a'], [a, b], 0.6667, 'tools_unexpected'],
    ['the same once too often', ['a'], [a, a], 0.6667, 'tools_unexpected'],
    ['asked twice, done once', ['a', 'a'], [a], 0.6667, 'tools_differ'],
    ['others allowed', { expected: ['a', 'b'], allowUnexpected: true }, [a, c, c], 0.5, 'tools_differ'],
    ['place by place', { expected: ['a', 'b', 'c'], order: 'exact' }, [a, c, b], 0.3333, 'tools_differ'],
    ['shifted', { expected: ['a', 'b'], order: 'exact' }, [c, a, b], 0, 'tools_differ'],
    ['in order', { expected: ['a', 'c'], order: 'subset' }, [a, b, c], 0.8, 'tools_unexpected'],
    ['out of order', { expected: ['a', 'b', 'c'], order: 'subset' }, [c, a, b], 0.6667, 'tools_differ'],
    [
      'in order, others allowed',
      { expected: ['a', 'c'], order: 'subset', allowUnexpected: true },
      [a, b, c],
      1,
      'tools_right',
    ],
  ])('%s', (_, rubric, made, score, code) => {
    const verdict = run(rubric, made);
    expect(verdict.score).toBe(score);
    expect(verdict.reasoning.code).toBe(code);
    // A boolean criterion passes only if all is right.
    expect(run(rubric, made, 'boolean').score).toBe(score === 1 ? 1 : 0);
  });

  test('pairs calls so that as many as possible are right', () => {
    const rubric = ['a', { name: 'a', arguments: { q: 1 } }];
    expect(run(rubric, [call('a', { q: 1 }), call('a', { q: 2 })]).score).toBe(1);
    expect(run(rubric, [call('a', { q: 2 }), call('a', { q: 1 })]).score).toBe(1);
  });

  test('is spread over the scale', () => {
    const verdict = compile({ type: 'tool_calls', rubric: '["a", "b"]', scaleMin: 1, scaleMax: 5 })({
      output: '',
      expectedOutput: null,
      toolCalls: [a],
    });
    expect(verdict.score).toBe(3.6668);
  });
});

describe('arguments', () => {
  const asked = { q: 'x', filter: { tags: ['a', 'b'], year: 2026 } };
  test.each<[match: string, given: unknown, right: boolean]>([
    ['exact', asked, true],
    ['exact', { filter: { year: 2026, tags: ['a', 'b'] }, q: 'x' }, true],
    ['exact', { ...asked, page: 1 }, false],
    ['exact', {}, false],
    ['subset', { ...asked, page: 1 }, true],
    ['subset', { q: 'x', filter: { tags: ['a', 'b'], year: 2026, month: 1 } }, true],
    ['subset', { q: 'x', filter: { tags: ['a', 'b', 'c'], year: 2026 } }, false],
    ['subset', { q: 'x', filter: { tags: ['b', 'a'], year: 2026 } }, false],
    ['subset', { q: 'x' }, false],
    ['subset', null, false],
    ['subset', 'x', false],
    ['ignore', 'anything', true],
  ])('%s: %j', (match, given, right) => {
    const rubric = { expected: [{ name: 'a', arguments: asked, match }] };
    expect(run(rubric, [call('a', given)]).score).toBe(right ? 1 : 0);
    const forAll = { expected: [{ name: 'a', arguments: asked }], match };
    expect(run(forAll, [call('a', given)]).score).toBe(right ? 1 : 0);
  });

  test('a member called like one of Object is not there', () => {
    expect(run([{ name: 'a', arguments: { toString: 1 }, match: 'subset' }], [call('a', {})]).score).toBe(0);
  });
});

describe('the rubric', () => {
  test.each<[rubric: string, problem: RegExp]>([
    ['', /not valid JSON/],
    ['{"expected": [}', /not valid JSON/],
    ['{}', /expected must be a list of 0 to 50/],
    ['"search"', /must be a JSON object/],
    ['{"expected": [], "tools": 1}', /"tools" is not a member; possible are expected, match/],
    ['{"expected": [{"name": ""}]}', /expected\[0\]\.name must be a name/],
    ['{"expected": [""]}', /expected\[0\] must be a name/],
    ['{"expected": [{"tool": "a"}]}', /"tool" in expected\[0\] is not a member/],
    ['{"expected": ["a", {"name": "a", "match": "fuzzy"}]}', /expected\[1\]\.match must be one of exact/],
    ['{"expected": [{"name": "a", "arguments": "q"}]}', /expected\[0\]\.arguments must be/],
    ['{"expected": [], "order": "none"}', /order must be one of any, exact, subset/],
    ['{"expected": [], "match": 1}', /match must be one of/],
    ['{"expected": [], "allowUnexpected": "no"}', /allowUnexpected must be true or false/],
    [JSON.stringify(Array.from({ length: 51 }, () => 'a')), /expected must be a list of 0 to 50/],
    ['{"expected": {{expectedOutput}}, "order": "none"}', /order must be one of/],
  ])('%s', (rubric, problem) => {
    expect(() => compile({ type: 'tool_calls', rubric, scaleMin: 0, scaleMax: 1 })).toThrow(problem);
  });

  test.each<[rubric: string, expectedOutput: string | null, result: object]>([
    ['{{expectedOutput}}', '["a"]', { score: 1 }],
    ['{{expectedOutput}}', '{"expected": ["a", "b"], "allowUnexpected": true}', { score: 0.5 }],
    ['{"expected": {{ expectedOutput }}, "order": "exact"}', '["a"]', { score: 1 }],
    ['{{expectedOutput}}', null, { score: null, reason: 'no_expected_output' }],
    ['{{expectedOutput}}', '', { score: null, reason: 'no_expected_output' }],
    ['{{expectedOutput}}', 'Call a secret tool', { score: null, reason: 'evaluation_failed' }],
    ['{{expectedOutput}}', '[{"name": 5}]', { score: null, reason: 'evaluation_failed' }],
    ['{{expectedOutput}}', '{"secret": 5}', { score: null, reason: 'evaluation_failed' }],
    ['{{expectedOutput}}', '[{"secret": 5}]', { score: null, reason: 'evaluation_failed' }],
  ])('%s with %s', (rubric, expectedOutput, result) => {
    const evaluate = compile({ type: 'tool_calls', rubric, scaleMin: 0, scaleMax: 1 });
    const verdict = evaluate({ output: '', expectedOutput, toolCalls: [a] });
    expect(verdict).toMatchObject(result);
    expect(verdict.reasoning.message).not.toContain('secret');
  });
});
