import { describe, expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { entryAt, listOf } = await import('./place.ts');
const { navPages } = await import('../pages.ts');
vi.unstubAllGlobals();

describe('the entry of a page', () => {
  it.each([
    ['/', '/'],
    ['/traces', '/traces'],
    // The second tab of the traces.
    ['/calls', '/traces'],
    ['/calls/abc', '/traces'],
    ['/evaluations/runs/7', '/evaluations'],
    ['/settings/team', '/settings/team'],
    ['/audit', '/audit'],
    // The built-in overview, while a dashboard takes its place.
    ['/overview', '/'],
  ])('%s belongs to %s', (pathname, path) => expect(entryAt(pathname)?.path).toBe(path));

  it('does not exist for a path with only the same beginning', () =>
    expect(entryAt('/callsign')).toBeUndefined());
});

describe('after another project is chosen', () => {
  it.each([
    ['/calls/abc', '/calls'],
    ['/sessions/s-1', '/sessions'],
    ['/alerts/7', '/alerts'],
    ['/prompts/support', '/prompts'],
    ['/evaluations/runs/7', '/evaluations'],
  ])('%s leads to %s', (pathname, list) => expect(listOf(pathname)).toBe(list));

  it('a trace leads to where traces are listed', () => {
    expect(navPages.map(({ path }) => path)).toContain(listOf('/traces/abc'));
  });

  it.each(['/', '/dashboards/7', '/calls', '/settings/keys', '/evaluations/compare', '/nowhere'])(
    '%s stays',
    (pathname) => expect(listOf(pathname)).toBeNull(),
  );
});
