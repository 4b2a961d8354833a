import { describe, expect, test } from 'vitest';
import { PRESETS, type Preset } from '../presets/index.ts';
import { compile } from './index.ts';

const deterministic = PRESETS.filter(
  (preset): preset is Preset & { type: Exclude<Preset['type'], 'llm_judge'> } => preset.type !== 'llm_judge',
);

describe('presets that need no judge', () => {
  test.each(deterministic)('$key compiles, and tells something apart', (preset) => {
    const evaluate = compile(preset);
    const outputs = ['', 'Yes.', '{"answer": "yes"}', '{{name}}', 'a@b.co', 'see [1]', '4111 1111 1111 1111'];
    const sourced = '{"answer": "Yes.", "sources": ["a"]}';
    const verdicts = [...outputs, sourced, 'sk-'.padEnd(50, 'aB3')].map((output) =>
      evaluate({ output, expectedOutput: 'Yes.' }),
    );
    expect(new Set(verdicts.map(({ passed }) => passed))).toEqual(new Set([true, false]));
  });
});
