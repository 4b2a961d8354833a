import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findsIn, redactText } from './redact-text.ts';

const CARD = '4111 1111 1111 1111';
const SSN = '123-45-6789';
const IBAN = 'DE89 3704 0044 0532 0130 00';
const HEAD = '-----BEGIN PRIVATE KEY-----';
const TAIL = '-----END PRIVATE KEY-----';

describe('a match inside a match', () => {
  it.each([
    ['card', CARD],
    ['SSN', SSN],
    ['IBAN', IBAN],
    ['email', 'joe@example.com'],
  ])('%s in a private key: the whole key is redacted', (_name, inside) => {
    expect(redactText(`key: ${HEAD}\nMIIabc ${inside} defGHI\n${TAIL} end`)).toEqual({
      text: 'key: [private_key] end',
      counts: { private_key: 1 },
    });
  });

  it.each(['4111111111111111', '123-45-6789', '203.0.113.9'])(
    '%s in a bearer token: the whole token is redacted',
    (inside) => {
      expect(redactText(`Bearer abcdefgh/${inside}/ijklmnop next`)).toEqual({
        text: 'Bearer [api_key] next',
        counts: { api_key: 1 },
      });
    },
  );
});

// No brackets, so that the remaining text differs from the placeholders.
const PIECES = [
  CARD,
  SSN,
  IBAN,
  HEAD,
  TAIL,
  '4111111111111111',
  '+1 415 555 2671',
  '203.0.113.9',
  '2001:db8::1',
];
const WORDS = [
  'joe@example.com',
  'Bearer ',
  'api_key: ',
  'abcdefgh1',
  'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl',
  '日本',
  '０９０',
];
const BETWEEN = ['', '', ' ', '-', '/', '.', '=', '\n', ', '];

it('every character of a match is removed, and no other', () => {
  const piece = fc.tuple(fc.constantFrom(...PIECES, ...WORDS), fc.constantFrom(...BETWEEN));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (pieces) => {
      const text = pieces.flat().join('');
      const { words, numbers } = findsIn(text);
      const finds = [...words, ...numbers];
      const outside = text
        .split('')
        .filter((_, at) => !finds.some(({ start, end }) => at >= start && at < end))
        .join('');
      expect(redactText(text).text.replaceAll(/\[[a-z_0-9]+\]/g, '')).toBe(outside);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});
