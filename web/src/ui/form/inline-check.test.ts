import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { faultIn } = await import('./inline-check.ts');
const { fieldTexts } = await import('./texts.ts');
vi.unstubAllGlobals();

const faultOf = (fault: string, control: object = {}) =>
  faultIn({ validity: { valid: false, [fault]: true }, ...control } as never, fieldTexts.en);

it('what the browser finds wrong with a field is shown in the words of the dashboard', () => {
  expect(faultIn({ validity: { valid: true } } as never, fieldTexts.en)).toBeNull();
  expect(faultOf('valueMissing')).toBe('Fill in this field.');
  expect(faultOf('typeMismatch', { type: 'email' })).toContain('email address');
  expect(faultOf('typeMismatch', { type: 'url' })).toContain('https://');
  expect(faultOf('tooShort', { minLength: 10 })).toBe('Enter at least 10 characters.');
  expect(faultOf('rangeUnderflow', { min: '1' })).toBe('Enter 1 or more.');
  expect(faultOf('rangeOverflow', { max: '30' })).toBe('Enter 30 or less.');
  expect(faultOf('stepMismatch', { step: '' })).toBe('Enter a whole number.');
  expect(faultOf('badInput')).toBe('Enter a number.');
  expect(faultOf('patternMismatch', { title: 'Letters only.' })).toBe('Letters only.');
  expect(faultOf('customError')).toBe('This value cannot be used.');
});
