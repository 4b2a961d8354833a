import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { snippetPart } = await import('./columns.tsx');
vi.unstubAllGlobals();

const snippet = { before: 'with ', match: 'Yamato', after: ' and' };
const preview = (input: string, output: string) => ({ input, output, stored: true });

it('shows a hit in the output if only that has it, else in the input', () => {
  const part = (input: string, output: string) => snippetPart({ preview: preview(input, output), snippet });
  expect(part('Where is it?', 'It goes with yamato.')).toBe('output');
  expect(part('Is it with Yamato?', 'It goes with Yamato.')).toBe('input');
  // The words are in a part that the preview cuts off.
  expect(part('Where is it?', 'On its way.')).toBe('input');
  expect(snippetPart({ preview: preview('a', 'b'), snippet: null })).toBe(null);
  expect(snippetPart({ preview: preview('a', 'b') })).toBe(null);
});
