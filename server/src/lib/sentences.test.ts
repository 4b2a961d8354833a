import { describe, expect, it } from 'vitest';
import { countedFigure, numberFigure, oneOf, sentence, sentences, text, timesFigure } from './sentences.ts';

const { say } = sentences({
  plain: sentence`Nothing was found (yet).`,
  limit: sentence`At ${text('place')} is ${numberFigure('limit')} of ${countedFigure('count', 'value')}, tried ${timesFigure('attempts')}.`,
  role: sentence`${oneOf('role', { judge: 'The judge', generator: 'The generator' })} said: ${text('words')}`,
});

describe('a sentence', () => {
  it('is written with its figures, singular and plural, and keeps them', () => {
    expect(say('plain', {})).toEqual({ code: 'plain', values: {}, message: 'Nothing was found (yet).' });
    const one = { place: '$.a', limit: -0.5, count: 1, attempts: 1 };
    expect(say('limit', one)).toEqual({
      code: 'limit',
      values: one,
      message: 'At $.a is -0.5 of 1 value, tried once.',
    });
    expect(say('limit', { place: '$["\\n', limit: 1e-7, count: 0, attempts: 3 }).message).toBe(
      'At $["\\n is 1e-7 of 0 values, tried 3 times.',
    );
    expect(say('role', { role: 'generator', words: 'two\nlines $&' })).toMatchObject({
      values: { role: 'generator', words: 'two\nlines $&' },
      message: 'The generator said: two\nlines $&',
    });
  });

  it('keeps only the figures that it declares', () => {
    const more = { role: 'judge', words: 'no', secret: 'sk-1' } as const;
    expect(say('role', more).values).toEqual({ role: 'judge', words: 'no' });
  });

  it('does not compile without its figures, or with those of another code', () => {
    const never = () => [
      // @ts-expect-error There is no such code.
      say('other', {}),
      // @ts-expect-error A figure is missing.
      say('role', { role: 'judge' }),
      // @ts-expect-error A figure is of another type.
      say('limit', { place: '$', limit: '2', count: 1, attempts: 1 }),
      // @ts-expect-error It is none of the words.
      say('role', { role: 'jury', words: 'no' }),
      // @ts-expect-error The figures are those of one of two codes.
      say(Math.random() < 0.5 ? 'role' : 'limit', { role: 'judge', words: 'no' }),
    ];
    expect(never).toBeTypeOf('function');
  });
});
