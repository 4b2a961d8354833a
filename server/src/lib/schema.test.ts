import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Email, Label, Named, Timestamp } from './schema.ts';

it('accepts only times that Date.parse reads', () => {
  const check = Compile(Timestamp);
  for (const text of [
    '2026-06-15T12:00:00Z',
    '2026-06-15T12:00:00.123Z',
    '2026-06-15T12:00:00.123456789+09:00',
    '2024-02-29t00:00:00z',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59+14:00',
  ]) {
    expect([text, check.Check(text), Number.isNaN(Date.parse(text))]).toEqual([text, true, false]);
  }
  for (const text of [
    '2026-02-30T12:00:00Z',
    '2016-12-31T23:59:60Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:59',
    '2026-06-15T12:00:00Z[UTC]',
    '2026-06-15T12:00:00',
    '2026-06-15',
    '2026-06-15T25:00:00Z',
    '2026-06-15T12:00Z',
    ' 2026-06-15T12:00:00Z',
    '+012026-06-15T12:00:00Z',
    'now',
    '',
  ]) {
    expect([text, check.Check(text)]).toEqual([text, false]);
  }
});

it('accepts labels in any script, and nothing invisible', () => {
  const check = Compile(Label(10));
  for (const text of ['a', 'Zürich 🚀', '東京', ' a ', 'x'.repeat(10)])
    expect([text, check.Check(text)]).toEqual([text, true]);
  for (const text of ['', ' ', '\t', 'a\nb', 'a\u0000', 'a\u007f', 'x'.repeat(11), 7, null, ['a']]) {
    expect([text, check.Check(text)]).toEqual([text, false]);
  }
});

it('checks long text quickly', () => {
  for (const [schema, text] of [
    [Label(100), ' '.repeat(1_000_000)],
    [Label(100), 'e\u0301'.repeat(400_000)],
    [Email, `${'a'.repeat(500_000)}@${'a.'.repeat(250_000)}`],
    [Email, `"${'\\"'.repeat(300_000)}`],
    [Email, 'a.'.repeat(400_000)],
    [Timestamp, '1'.repeat(1_000_000)],
  ] as const) {
    const check = Compile(schema);
    expect(check.Check(text)).toBe(false);
    expect(leastCpuMs(() => check.Check(text), 200)).toBeLessThan(200);
  }
});

it('checks the length of names and the values, whatever the name contains', () => {
  const check = Compile(Named(Type.String({ maxLength: 3 }), { maxLength: 4 }, { maxProperties: 2 }));
  for (const right of [{}, { a: '' }, { 'a\nb': 'abc' }, { '🚀🚀🚀🚀': '🚀🚀🚀' }, { a: '1', b: '2' }]) {
    expect([right, check.Check(right)]).toEqual([right, true]);
  }
  for (const wrong of [
    { '': 'x' },
    { abcde: 'x' },
    { 'a\nb': 7 },
    { 'a\nb': 'abcd' },
    { a: '', b: '', c: '' },
    [],
  ]) {
    expect([wrong, check.Check(wrong)]).toEqual([wrong, false]);
  }
});
