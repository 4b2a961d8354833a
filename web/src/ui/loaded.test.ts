// The markup for each state of a query. Rendered by `react-dom/server`, so no browser is needed.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { ApiError } = await import('#api');
const { Loaded } = await import('./loaded.tsx');
vi.unstubAllGlobals();

type Props = Omit<Parameters<typeof Loaded<string[]>>[0], 'children' | 'skeleton'>;
type Query = Props['of'];

const query = (state: Partial<Query>): Query => ({
  data: undefined,
  error: null,
  refetch: () => {},
  ...state,
});

const shown = (of: Partial<Query>, props: Omit<Props, 'of'> = {}): string =>
  renderToStaticMarkup(
    createElement(() =>
      Loaded({ ...props, of: query(of), skeleton: 'SKELETON', children: (rows) => `DATA ${rows.join()}` }),
    ),
  );

const away = new ApiError('It is down.', { status: 503, reason: 'unavailable' });
const gone = new ApiError('No such thing.', { status: 404, reason: 'not_found' });

describe('a query', () => {
  it('shows its skeleton until there is data, then the data', () => {
    expect(shown({})).toBe('SKELETON');
    expect(shown({ data: null })).toBe('SKELETON');
    expect(shown({ data: ['a', 'b'] })).toBe('DATA a,b');
  });

  it('shows what is empty in place of the data, and only then', () => {
    expect(shown({ data: [] }, { empty: 'EMPTY' })).toBe('EMPTY');
    expect(shown({ data: ['a'] }, { empty: false })).toBe('DATA a');
    expect(shown({}, { empty: 'EMPTY' })).toBe('SKELETON');
    expect(shown({ error: away }, { empty: 'EMPTY' })).toContain('role="alert"');
  });

  it('shows an error as an alert with a button to try again', () => {
    const error = shown({ error: away });
    expect(error).toMatch(/^<div role="alert"/);
    expect(error).toContain('<button');
    expect(error).not.toContain('SKELETON');
  });

  it('shows the error in its own card, or as a notice without a button', () => {
    expect(shown({ error: away }, { error: 'card' })).toMatch(/^<section.*role="alert"/);
    const notice = shown({ error: away }, { error: 'notice' });
    expect(notice).toContain('role="alert"');
    expect(notice).not.toContain('<button');
  });

  it('shows an error in place of older data, unless the data is to be kept', () => {
    const failed = { data: ['old'], error: away };
    expect(shown(failed)).toContain('role="alert"');
    expect(shown(failed, { keepStale: true })).toBe('DATA old');
    expect(shown({ error: away }, { keepStale: true })).toContain('role="alert"');
  });

  it('keeps older data while the service cannot be reached, which the shell says', () => {
    const lost = new ApiError('No answer.', { status: 0 });
    expect(shown({ data: ['old'], error: lost })).toBe('DATA old');
    expect(shown({ error: lost })).toContain('role="alert"');
  });

  it('shows the replacement for a 404, and for no other error', () => {
    expect(shown({ error: gone }, { missing: 'MISSING' })).toBe('MISSING');
    expect(shown({ error: gone }, { missing: null })).toBe('');
    expect(shown({ error: away }, { missing: 'MISSING' })).toContain('role="alert"');
    expect(shown({ error: gone })).toContain('role="alert"');
  });
});
