import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRESET_LINES } from './preset-lines.ts';

const FOLDER = new URL('../../../../../server/src/features/eval-criteria/presets/', import.meta.url);
/** Their rubrics say it themselves. */
const SELF_EXPLAINED = new Set(['llm_judge', 'code', 'trajectory']);

it('every ready-made criterion whose rubric does not say what it checks has a line', () => {
  const presets = readdirSync(FOLDER)
    .filter((name) => !name.includes('test') && name !== 'index.ts')
    .flatMap((name) =>
      readFileSync(new URL(name, FOLDER), 'utf8')
        .split(/\bkey: '/)
        .slice(1),
    )
    .map((text) => ({ key: text.slice(0, text.indexOf("'")), type: /\btype: '(\w+)'/.exec(text)?.[1] }));
  expect(presets.length).toBeGreaterThan(30);
  const silent = presets.filter(({ type = 'llm_judge' }) => !SELF_EXPLAINED.has(type));
  expect(silent.map(({ key }) => key).toSorted()).toEqual(Object.keys(PRESET_LINES).toSorted());
});
