import { describe, expect, it } from 'vitest';
import { choose } from './choose.ts';

const proposed = (name: string, rubric: string, extra: object = {}) => ({
  name,
  rubric,
  scaleMin: 1,
  scaleMax: 5,
  reasoning: 'It matters.',
  ...extra,
});

const polite = proposed('Politeness', 'Does the answer stay polite with an angry customer?');
const cited = proposed('Citations', 'Is each statement backed by a document that was found?');

describe('chosen proposals', () => {
  it('keep their order and the requested number', () => {
    expect(choose([polite, cited], [], 5)).toEqual([polite, cited]);
    expect(choose([polite, cited], [], 1)).toEqual([polite]);
    expect(choose([], [], 5)).toEqual([]);
  });

  it('contain no duplicates and no existing criteria', () => {
    const again = proposed('politeness!', 'Something else altogether, by its words.');
    expect(choose([polite, again, cited, cited], [], 5)).toEqual([polite, cited]);
    expect(choose([polite, cited], [{ name: 'Manners', rubric: polite.rubric }], 5)).toEqual([cited]);
  });

  it.each<[string, unknown]>([
    ['no object', 'Politeness'],
    ['null', null],
    ['no name', proposed('  ', 'A rubric.')],
    ['name too long', proposed('n'.repeat(101), 'A rubric.')],
    ['blank rubric', proposed('Name', ' \n ')],
    ['rubric too long', proposed('Name', 'r'.repeat(10_001))],
    ['scale the wrong way', proposed('Name', 'A rubric.', { scaleMin: 5, scaleMax: 1 })],
    ['scale of nothing', proposed('Name', 'A rubric.', { scaleMin: 1, scaleMax: 1 })],
    ['scale as text', proposed('Name', 'A rubric.', { scaleMin: '1' })],
    ['scale beyond bounds', proposed('Name', 'A rubric.', { scaleMax: 1e12 })],
  ])('unusable: %s', (_what, value) => {
    expect(choose([value, polite], [], 5)).toEqual([polite]);
  });

  it('are cleaned up: blanks, line breaks in names, half characters, and endless reasons', () => {
    const [one] = choose(
      [proposed(' Tone\nof voice ', ' Is it kind?\uD800 ', { reasoning: 'r'.repeat(2_000), more: 1 })],
      [],
      5,
    );
    expect(one).toEqual(proposed('Tone of voice', 'Is it kind?\uFFFD', { reasoning: 'r'.repeat(1_000) }));
  });
});
