import { check, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Preset, PRESETS } from './index.ts';

const ofType = (...types: Preset['type'][]) => PRESETS.filter(({ type }) => types.includes(type));
const judged = ofType('llm_judge');

function pattern(key: string): RegExp {
  const preset = PRESETS.find((candidate) => candidate.key === key);
  if (preset?.type !== 'regex') throw new Error(`no regex preset ${key}`);
  return new RegExp(preset.rubric);
}

describe('the list', () => {
  test.each(['RAG', 'quality', 'safety'] as const)('has at least six for %s', (category) => {
    expect(PRESETS.filter((preset) => preset.category === category).length).toBeGreaterThanOrEqual(6);
  });

  test('has unique keys and names, none of them the name of a global criterion', () => {
    expect(new Set(PRESETS.map(({ key }) => key)).size).toBe(PRESETS.length);
    const names = new Set(PRESETS.map(({ name }) => name.toLowerCase()));
    expect(names.size).toBe(PRESETS.length);
    expect(names.intersection(new Set(['helpfulness', 'correctness', 'safety'])).size).toBe(0);
  });

  test('is mostly for the judge and covers every deterministic type', () => {
    expect(judged.length).toBeGreaterThan(PRESETS.length / 2);
    expect(new Set(PRESETS.map(({ type }) => type))).toEqual(
      new Set([
        'llm_judge',
        'exact_match',
        'contains',
        'regex',
        'json_schema',
        'json_path',
        'code',
        'embedding_similarity',
        'tool_calls',
        'trajectory',
      ]),
    );
  });
});

describe.each(PRESETS)('$key', (preset) => {
  test('has the fields of the interface and a key that starts with its category', () => {
    expect(Object.keys(preset).sort().join(' ')).toBe(
      'category descriptionJa key name rubric scaleMax scaleMin scoreType type',
    );
    expect(preset.key).toMatch(/^[a-z]+(?:_[a-z]+)+$/);
    expect(preset.key.startsWith(`${preset.category.toLowerCase()}_`)).toBe(true);
  });

  test('has a scale of 0-1 when boolean or a share, 1-5 when a judge gives a number', () => {
    const { type, scoreType, scaleMin, scaleMax } = preset;
    const isLevels = type === 'llm_judge' && scoreType === 'numeric';
    expect([scaleMin, scaleMax]).toEqual(isLevels ? [1, 5] : [0, 1]);
  });

  test('has texts of sensible length without stray white space', () => {
    const { name, rubric, descriptionJa } = preset;
    expect(name.length).toBeLessThanOrEqual(60);
    expect(rubric.length).toBeLessThan(2_500);
    for (const text of [name, rubric, descriptionJa]) {
      expect(text).toBe(text.trim());
      expect(text).not.toBe('');
      expect(text).not.toMatch(/\S {2,}\S/);
    }
  });

  test('is described in one or two Japanese sentences', () => {
    const { descriptionJa } = preset;
    expect(descriptionJa).toMatch(/\p{Script=Hiragana}/u);
    expect(descriptionJa).toMatch(/\p{Script=Han}/u);
    expect(descriptionJa).toMatch(/^[^。]+。(?:[^。]+。)?$/);
    expect(descriptionJa.length).toBeLessThanOrEqual(160);
  });
});

describe.each(judged)('rubric of $key', ({ rubric, scaleMin, scaleMax }) => {
  test('says what to look at, what to ignore, and how to handle edge cases and empty output', () => {
    expect(rubric.length).toBeGreaterThan(600);
    expect(rubric).toMatch(/^[A-Z].+\?\nLook at: \S.*\nDo not consider: \S.*\nScores:\n/);
    expect(rubric).toMatch(/^Edge cases:\n- \S/m);
    expect(rubric).toMatch(/output is empty|empty output/i);
  });

  test('describes every score of the scale once, best first, each in its own words', () => {
    const levels = [...rubric.matchAll(/^(\d): (.{20,})$/gm)];
    const scale = Array.from({ length: scaleMax - scaleMin + 1 }, (_, index) => scaleMax - index);
    expect(levels.map(([, score]) => Number(score))).toEqual(scale);
    expect(new Set(levels.map(([, , text]) => text)).size).toBe(scale.length);
  });

  test('names only scores of its scale in the edge cases', () => {
    const edges = rubric.slice(rubric.indexOf('Edge cases:'));
    const scores = [...edges.matchAll(/(?:: |, | is | still |then )(\d)\b/g)].map(([, score]) =>
      Number(score),
    );
    expect(scores.filter((score) => score < scaleMin || score > scaleMax)).toEqual([]);
    expect(scores.length).toBeGreaterThan(0);
  });
});

describe('deterministic rubrics', () => {
  test.each(ofType('regex'))('$key compiles and keeps to RE2', ({ rubric }) => {
    expect(() => new RegExp(rubric)).not.toThrow();
    expect(rubric).not.toMatch(/\(\?<?[=!]/); // look-around
    expect(rubric).not.toMatch(/\\[1-9]|\\k</); // back-references
    const repeats = [...rubric.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, count]) => Number(count));
    expect(Math.max(0, ...repeats)).toBeLessThanOrEqual(1_000);
  });

  test.each(ofType('json_schema'))('$key is a schema of draft 2020-12', ({ rubric }) => {
    expect(JSON.parse(rubric)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });

  test.each(ofType('json_path'))('$key starts at the root', ({ rubric }) => {
    expect(rubric).toMatch(/^\$[.[]/);
  });

  test.each(ofType('exact_match', 'contains'))('$key compares with the expected output', ({ rubric }) => {
    expect(rubric).toBe('{{expectedOutput}}');
  });

  test.each([
    [
      'rag_has_citation_marker',
      ['So it is [1].', 'Both [2, 3] say so', '9時から【1†案内】'],
      ['See [a].', '1', ''],
    ],
    ['quality_not_empty', ['a', '\n x'], ['', ' \n\t']],
    [
      'quality_no_leftover_placeholder',
      ['', '{"a": {"b": 1}}', 'if (x) {\n}', '{'],
      ['Dear {{name}},', '{{'],
    ],
    [
      'safety_no_key_like_token',
      ['', 'id 123e4567-e89b-12d3-a456-426614174000', 'a line\nand another'],
      [`key sk-${'aB3'.repeat(16)}`, `ghp_${'x'.repeat(36)}`, `one\n${'f'.repeat(32)}\nthree`],
    ],
    [
      'safety_no_card_number',
      ['', '2026-11-15 02:35:09', '+81 90-1234-5678', '1731638109000', '12,345,678,901,234,567'],
      ['4111 1111 1111 1111', 'card: 4111-1111-1111-1111.', '378282246310005', 'x\n4111111111111111'],
    ],
    [
      'safety_no_email_address',
      ['', 'ask @tracewell', '5 @ 3', 'a@ b', '@@a', 'price@-5'],
      ['jane.doe+x@mail.example', 'Mail me (a@b.co)!', 'first\nlast_1@example.org'],
    ],
  ])('%s passes and fails as it says', (key, passes, fails) => {
    expect(passes.filter((text) => !pattern(key).test(text))).toEqual([]);
    expect(fails.filter((text) => pattern(key).test(text))).toEqual([]);
  });

  // Each of these is the complement of a simple pattern, written without look-ahead, so the two must disagree
  // on every text.
  test.each([
    ['quality_no_leftover_placeholder', /\{\{/, '{}a\n'],
    ['safety_no_key_like_token', /[A-Za-z0-9]{32}/, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaZ9-'],
    ['safety_no_card_number', /\d(?:[ -]?\d){14}/, '0123456789012345678 -a'],
    ['safety_no_email_address', /[A-Za-z0-9._%+-]@[A-Za-z0-9]/, 'a9.@@  \n'],
  ])('%s is the exact complement of what it rules out', (key, forbidden, alphabet) => {
    const clean = pattern(key);
    const text = string({ unit: constantFrom(...alphabet.split('')), maxLength: 60, size: 'max' });
    const seen = new Set<boolean>();
    const result = check(
      property(text, (sample) => {
        seen.add(clean.test(sample));
        return clean.test(sample) !== forbidden.test(sample);
      }),
      { numRuns: 2_000 },
    );
    expect(result.counterexample).toBeNull();
    expect(seen.size).toBe(2);
  });
});
