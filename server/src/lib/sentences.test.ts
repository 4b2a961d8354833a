import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { countedFigure, numberFigure, oneOf, sentence, sentences, text, timesFigure } from './sentences.ts';

const table = sentences({
  plain: sentence`Nothing was found (yet).`,
  limit: sentence`At ${text('place')} is ${numberFigure('limit')} of ${countedFigure('count', 'value')}, tried ${timesFigure('attempts')}.`,
  role: sentence`${oneOf('role', { judge: 'The judge', generator: 'The generator' })} said: ${text('words')}`,
  rest: sentence`The judge said ${text('more')}.`,
});

describe('a sentence', () => {
  it('is written with its figures, singular and plural', () => {
    expect(table.say('plain', {})).toBe('Nothing was found (yet).');
    expect(table.say('limit', { place: '$.a', limit: -0.5, count: 1, attempts: 1 })).toBe(
      'At $.a is -0.5 of 1 value, tried once.',
    );
    expect(table.say('limit', { place: '$.a', limit: 2, count: 0, attempts: 3 })).toBe(
      'At $.a is 2 of 0 values, tried 3 times.',
    );
  });

  it.each([
    ['plain', {}],
    ['limit', { place: '$.a is 3 of 4 values, tried once.', limit: 1e-7, count: 1, attempts: 12 }],
    ['limit', { place: '$["\\n', limit: 1.5e30, count: 2, attempts: 1 }],
    ['role', { role: 'generator', words: 'two\nlines (of it) $&' }],
    ['rest', { more: 'a. b' }],
  ] as const)('%s is read back as it was written', (code, values) => {
    expect(table.read(table.byCode[code].write(values as never))).toEqual({ code, values });
  });

  it('is parsed by the first match, or not at all', () => {
    expect(table.read('The judge said: no.')?.code).toBe('role');
    expect(table.read('The judge said no.')).toEqual({ code: 'rest', values: { more: 'no' } });
    for (const other of ['', 'Nothing was found', 'X Nothing was found (yet).', 'Nothing was found _yet).'])
      expect(table.read(other)).toBeNull();
  });

  it('is parsed in linear time, whatever it contains', () => {
    const hostile = `At ${'$ is 1 of 1 value, tried once'.repeat(130)}`;
    expect(table.read(hostile)).toBeNull();
    expect(leastCpuMs(() => table.read(hostile), 500)).toBeLessThan(500);
  });
});
