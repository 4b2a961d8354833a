import { expect, it } from 'vitest';
import { clipped, dataLines, dataRows, dataValue, writeAnswer } from './answer.ts';

const answer = (data: Parameters<typeof writeAnswer>[0]['data']) =>
  writeAnswer({ says: ['Two sentences.'], url: 'https://t.example/calls', ...(data && { data }) }, 1_000);

it('sentences and link first, then the data between marks', () => {
  expect(answer(dataValue({ model: 'gpt' }))).toMatch(
    /^Two sentences\.\nDashboard: https:\/\/t\.example\/calls\n<(untrusted-data-[0-9a-f]{12})>\n\{"model":"gpt"\}\n<\/\1>$/,
  );
  expect(answer(undefined)).toBe('Two sentences.\nDashboard: https://t.example/calls');
});

it('the mark differs from answer to answer, so that recorded text cannot know it', () => {
  const markOf = () => /<(untrusted-data-\w+)>/.exec(answer(dataValue(1)))?.[1];
  expect(markOf()).not.toBe(markOf());
});

it('rows that do not fit are left out and counted', () => {
  const text = answer(dataRows(Array.from({ length: 100 }, (_, at) => ({ at, name: 'x'.repeat(50) }))));
  expect(text.length).toBeLessThanOrEqual(1_000);
  const [, shown = ''] = /Cut: (\d+) of 100 rows/.exec(text) ?? [];
  expect(text.match(/^\{.*\}$/gm)).toHaveLength(Number(shown));
});

it.each([
  ['one row', dataRows([{ text: 'x'.repeat(5_000) }])],
  ['one line', dataLines(['x'.repeat(5_000)])],
  ['a value of long texts', dataValue({ a: 'x'.repeat(5_000), b: ['y'.repeat(900)] })],
  [
    'a value of many members',
    dataValue(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, at]))),
  ],
])('%s beyond the bound is cut, and the answer says so', (_name, data) => {
  const text = answer(data);
  expect(text.length).toBeLessThanOrEqual(1_000);
  expect(text).toContain('Cut: ');
});

it('a text is not cut in the middle of a character', () => {
  expect(clipped('ab🎉cd', 4)).toBe('ab…');
  expect(clipped('abc', 3)).toBe('abc');
});
