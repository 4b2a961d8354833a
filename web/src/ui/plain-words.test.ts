import { expect, it } from 'vitest';
import { plainWords } from './plain-words.ts';

it.each([
  ['### Answer Large leaks are found', 'Answer Large leaks are found'],
  ['Done: **189.00 EUR** go back to you', 'Done: 189.00 EUR go back to you'],
  ['Run `npm ci` first', 'Run npm ci first'],
  ['- one - two', 'one - two'],
  ['> quoted', 'quoted'],
])('%s reads as %s', (text, words) => expect(plainWords(text)).toBe(words));

it.each([
  'a - b = c * d',
  'snake_case and __init__.py',
  '{"a": 1}',
  '#1 in the list',
  '3 > 2',
  'issue #7',
  '2 ** 3 ** 2',
  '',
])('leaves what is no mark: %s', (text) => expect(plainWords(text)).toBe(text));
