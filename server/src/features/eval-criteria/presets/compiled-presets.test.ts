import { describe, expect, test } from 'vitest';
import { PRESETS } from './index.ts';
import { type Preset } from '#services/criteria';
import { compile } from '#services/scores';

const deterministic = PRESETS.filter(
  (preset): preset is Preset & { type: Exclude<Preset['type'], 'llm_judge'> } => preset.type !== 'llm_judge',
);

describe('presets that need no judge', () => {
  test.each(deterministic)('$key compiles and distinguishes outputs', (preset) => {
    const evaluate = compile(preset);
    const outputs = ['', 'Yes.', '{"answer": "yes"}', '{{name}}', 'a@b.co', 'see [1]', '4111 1111 1111 1111'];
    const sourced = '{"answer": "Yes.", "sources": ["a"]}';
    const verdicts = [...outputs, sourced, 'sk-'.padEnd(50, 'aB3')].map((output) =>
      evaluate({ output, expectedOutput: 'Yes.' }),
    );
    expect(new Set(verdicts.map(({ passed }) => passed))).toEqual(new Set([true, false]));
  });

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
