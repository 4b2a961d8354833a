import { expect, it } from 'vitest';
import { isId, newId } from './ids.ts';

it('makes unique ids in one format', () => {
  const ids = Array.from({ length: 2_000 }, () => newId('project'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^prj_[0-9A-Za-z]{21}$/);
});

it('accepts its own ids, and only of the given kind', () => {
  for (const kind of ['account', 'project', 'user', 'key', 'invitation', 'request', 'job'] as const) {
    expect(isId(kind, newId(kind))).toBe(true);
    expect(isId(kind === 'user' ? 'key' : 'user', newId(kind))).toBe(false);
  }
});

it('rejects text that only resembles an id', () => {
  const rest = 'A'.repeat(21);
  for (const text of [
    '',
    'prj_',
    'prj',
    `PRJ_${rest}`,
    `prj-${rest}`,
    `prj_${rest}\n`,
    `prj_${rest}\u0000`,
    ` prj_${rest}`,
    `prj_${'A'.repeat(41)}`,
    'prj_ÄÄÄÄÄÄÄÄ',
    `prj_${rest}/../x`,
    `key_${rest}`,
  ]) {
    expect([text, isId('project', text)]).toEqual([text, false]);
  }
});
