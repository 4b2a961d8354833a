import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { JsonView } = await import('./json-view.tsx');
vi.unstubAllGlobals();

const drawn = (value: unknown, folds = false): string =>
  renderToStaticMarkup(createElement(JsonView, { label: 'Arguments', value, folds }));

describe('JSON', () => {
  it('that came as text inside of JSON is a tree too, and says so', () => {
    const markup = drawn({ arguments: '{"city":"Osaka"}', note: 'not {json' });
    expect(markup).toContain('JSON text');
    expect(markup).toContain('city: ');
    expect(markup).toContain('not {json');
    expect(drawn({ arguments: { city: 'Osaka' } })).not.toContain('JSON text');
  });

  it('clips long texts, and shows the lines of a text', () => {
    const markup = drawn({ long: 'a'.repeat(2_000), lines: 'one\ntwo', path: 'C:\\new' });
    expect(markup).toContain(`${'a'.repeat(399)}…`);
    expect(markup).not.toContain('a'.repeat(401));
    expect(markup).toContain('one\ntwo');
    expect(markup).toContain('C:\\\\new');
  });

  it('of more than 20 lines folds where it may', () => {
    const list = Array.from({ length: 30 }, (_, at) => at);
    expect(drawn(list, true)).toContain('Show all 32 lines');
    expect(drawn(list)).not.toContain('Show all');
    expect(drawn(list.slice(0, 10), true)).not.toContain('Show all');
  });
});
