import { beforeAll, describe, expect, test } from 'vitest';
import { PRESETS } from './index.ts';
import { type Preset } from '#services/criteria';
import { compile, loadCodeEngine } from '#services/scores';

type Compiled = Exclude<Preset['type'], 'llm_judge' | 'embedding_similarity'>;

const deterministic = PRESETS.filter(
  (preset): preset is Preset & { type: Compiled } =>
    preset.type !== 'llm_judge' && preset.type !== 'embedding_similarity',
);
const ofTexts = deterministic.filter(({ type }) => type !== 'tool_calls' && type !== 'trajectory');

beforeAll(loadCodeEngine);

describe('presets that need no judge', () => {
  test.each(ofTexts)('$key compiles and distinguishes outputs', (preset) => {
    const evaluate = compile(preset);
    const outputs = ['', 'Yes.', '{"answer": "yes"}', '{{name}}', 'a@b.co', 'see [1]', '4111 1111 1111 1111'];
    const sourced = '{"answer": "Yes.", "sources": ["a"]}';
    const verdicts = [...outputs, sourced, '["a", "b"]', 'sk-'.padEnd(50, 'aB3')].map((output) =>
      evaluate({ output, expectedOutput: 'Yes.' }),
    );
    expect(new Set(verdicts.map(({ passed }) => passed))).toEqual(new Set([true, false]));
  });

  test('quality_expected_tool_calls compares with the expected output', () => {
    const preset = deterministic.find(({ key }) => key === 'quality_expected_tool_calls');
    const expectedOutput = '[{"name": "search", "arguments": {"q": "a"}}, "answer"]';
    const toolCalls = [{ name: 'search', arguments: { q: 'a', page: 1 } }];
    const verdict = preset && compile(preset)({ output: '', expectedOutput, toolCalls });
    expect(verdict?.score).toBe(0.6667);
  });

  test.each(deterministic.filter(({ type }) => type === 'trajectory'))(
    '$key tells a short trace from a runaway',
    (preset) => {
      const short = {
        steps: 3,
        failedSteps: 0,
        costUsd: 0.01,
        durationMs: 2_000,
        isCut: false,
        endsWithAnswer: true,
        tools: [{ name: 'search', key: 'a' }],
      };
      const runaway = {
        steps: 300,
        failedSteps: 1,
        costUsd: 3,
        durationMs: 600_000,
        isCut: false,
        endsWithAnswer: false,
        tools: Array.from({ length: 9 }, () => ({ name: 'search', key: 'a' })),
      };
      const passes = [short, runaway].map(
        (trace) => compile(preset)({ output: '', expectedOutput: null, trace }).passed,
      );
      expect(passes).toEqual([true, false]);
    },
  );

  test.each([
    ['{"answer": "yes"}', true],
    ['{"answer": 0}', true],
    ['{"answer": false, "sources": []}', true],
    ['{"answer": {"text": "yes"}}', true],
    ['{"answer": ""}', false],
    ['{"answer": null}', false],
    ['{"reply": "yes"}', false],
    ['["answer"]', false],
    ['answer: yes', false],
  ])('quality_json_answer_field needs a non-empty answer: %s', (output, passed) => {
    const preset = deterministic.find(({ key }) => key === 'quality_json_answer_field');
    expect(preset && compile(preset)({ output, expectedOutput: null }).passed).toBe(passed);
  });

  test.each(deterministic)('$key says in its name and rubric what it checks', ({ key, name, rubric }) => {
    expect(name.split(' ').length).toBeGreaterThan(1);
    // A bare path or character class is an argument, not a statement.
    expect([key, rubric.length > 5 && !/^\$(?:\.\w+)+$/.test(rubric)]).toEqual([key, true]);
  });

  test.each(deterministic.filter(({ type }) => type === 'json_schema'))(
    '$key says it in words',
    ({ rubric }) => {
      expect(JSON.parse(rubric)).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
    },
  );
});
