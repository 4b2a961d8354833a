import { expect, it } from 'vitest';
import { isIdFirst, rank } from './rank.ts';

const group = (name: string, ...labels: string[]) => ({ name, entries: labels.map((label) => ({ label })) });
const GROUPS = [
  group('recent'),
  group('pages', 'Overview', 'Alerts', 'Webhooks'),
  group('actions', 'Create an API key', 'Language: 日本語'),
];
const shown = (text: string) =>
  rank(GROUPS, text).map(({ name, entries }) => [name, entries.map(({ label }) => label)]);

it('everything is offered in its own order, without empty groups', () => {
  expect(shown(' ')).toEqual([
    ['pages', ['Overview', 'Alerts', 'Webhooks']],
    ['actions', ['Create an API key', 'Language: 日本語']],
  ]);
});

it('text narrows, and the better match is first', () => {
  expect(shown('webho')).toEqual([['pages', ['Webhooks']]]);
  expect(shown('API')[0]).toEqual(['actions', ['Create an API key']]);
  expect(shown('日本')).toEqual([['actions', ['Language: 日本語']]]);
  expect(shown('xyz')).toEqual([]);
});

it('text with a digit is taken as an id', () => {
  expect([isIdFirst('call-7'), isIdFirst('alerts')]).toEqual([true, false]);
});
