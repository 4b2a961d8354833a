import { expect, it } from 'vitest';
import { classNames } from './class-names.ts';

it('joins names and leaves out falsy ones', () => {
  expect(classNames('a', false, null, undefined, '', 'b c')).toBe('a b c');
  expect(classNames()).toBe('');
});
