// The markup of previews. Rendered by `react-dom/server`, so no browser is needed.
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { CallName, PreviewLines, PreviewLine, SearchSnippet, wordsBefore } = await import('./preview.tsx');
vi.unstubAllGlobals();

/** What a person reads. */
const read = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const said = { input: 'Where is it?', output: 'In Osaka.', stored: true };
const unstored = { input: null, output: null, stored: false };

it('shows input and output, a dash for what was not said, and that nothing was stored', () => {
  expect(read(createElement(PreviewLine, { preview: said, part: 'output' }))).toBe('In Osaka.');
  expect(read(createElement(PreviewLine, { preview: { ...said, output: null }, part: 'output' }))).toBe('–');
  expect(read(createElement(PreviewLine, { preview: unstored, part: 'input' }))).toBe('Messages not stored');
  expect(read(createElement(PreviewLine, { preview: undefined, part: 'input' }))).toBe('–');
  expect(read(createElement(PreviewLines, { preview: said }))).toBe(
    'Input: Where is it? → Output: In Osaka.',
  );
  expect(read(createElement(PreviewLines, { preview: unstored }))).toBe('Messages not stored');
});

it('names a call by its input, else by its output, and by its id alone while that is all there is', () => {
  const name = (preview: typeof said | typeof unstored | undefined) =>
    read(createElement(CallName, { preview, id: 'call-1' }));
  expect(name(said)).toBe('Where is it? call-1');
  expect(name({ ...said, input: null } as never)).toBe('In Osaka. call-1');
  expect(name(undefined)).toBe('call-1');
  expect(name(unstored)).toBe('call-1 Messages not stored');
});

it('marks the hit of a search, and takes content as text', () => {
  const snippet = { before: 'It left ', match: '<b>Osaka</b>', after: ' today' };
  const markup = renderToStaticMarkup(createElement(SearchSnippet, { snippet }));
  expect(markup).toMatch(/It left <mark[^>]*>&lt;b&gt;Osaka&lt;\/b&gt;<\/mark> today/);
});

it('keeps the last words before a hit, and whole characters', () => {
  expect(wordsBefore('It left ')).toBe('It left ');
  expect(wordsBefore('…and the parcel of this morning left ')).toBe('…morning left ');
  expect(wordsBefore('x'.repeat(40))).toBe(`…${'x'.repeat(18)}`);
  expect(wordsBefore(`${'x'.repeat(40)} `)).toBe(`…${'x'.repeat(17)} `);
  expect(wordsBefore('📦'.repeat(20))).toBe(`…${'📦'.repeat(18)}`);
});
