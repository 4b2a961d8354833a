import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { matchingOptions } = await import('./combobox.tsx');
vi.unstubAllGlobals();

const options = ['key.create', 'project.create', 'project.delete', 'alert.create'].map((value) => ({
  value,
  label: value,
}));

it('a list narrows to what contains the text, beginnings first', () => {
  const labels = (text: string) => matchingOptions(options, text).map(({ label }) => label);
  expect(labels('')).toHaveLength(4);
  expect(labels(' PROJECT')).toEqual(['project.create', 'project.delete']);
  expect(labels('create')).toEqual(['key.create', 'project.create', 'alert.create']);
  expect(labels('e')).toEqual(['key.create', 'project.create', 'project.delete', 'alert.create']);
  expect(labels('p')).toEqual(['project.create', 'project.delete']);
  expect(labels('x')).toEqual([]);
});
