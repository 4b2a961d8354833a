import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from './stored.ts';

const read = (text: string | null): string => text ?? 'default';

/** A fake localStorage that can throw, as in a browser that blocks storage. */
function fakeBrowser({ refuses = false } = {}) {
  const kept = new Map<string, string>();
  const refuse = () => {
    if (refuses) throw new DOMException('denied', 'SecurityError');
  };
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (refuse(), kept.get(key) ?? null),
    setItem: (key: string, value: string) => (refuse(), void kept.set(key, value)),
  });
  const fromOtherTab = (key: string) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { kept, fromOtherTab };
}

describe('a choice of this browser', () => {
  let browser: ReturnType<typeof fakeBrowser>;
  beforeEach(() => {
    browser = fakeBrowser();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is read and kept under a prefixed name', () => {
    browser.kept.set('tracewell.size', 'large');
    const size = stored('size', read);
    expect(size.get()).toBe('large');
    size.set('small');
    expect([size.get(), browser.kept.get('tracewell.size')]).toEqual(['small', 'small']);
  });

  it('is kept as JSON if it is not text', () => {
    stored('columns', () => [] as string[]).set(['a', 'b']);
    expect(browser.kept.get('tracewell.columns')).toBe('["a","b"]');
  });

  it('notifies its listeners of changes here and in other tabs, until they unsubscribe', () => {
    const size = stored('size', read);
    const listener = vi.fn<() => void>();
    const leave = size.subscribe(listener);
    size.set('small');
    browser.kept.set('tracewell.size', 'large');
    browser.fromOtherTab('tracewell.other');
    expect([size.get(), listener.mock.calls.length]).toEqual(['small', 1]);
    browser.fromOtherTab('tracewell.size');
    expect([size.get(), listener.mock.calls.length]).toEqual(['large', 2]);
    leave();
    size.set('small');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('lasts until the page is closed if storage is blocked', () => {
    fakeBrowser({ refuses: true });
    const size = stored('size', read);
    expect(size.get()).toBe('default');
    size.set('small');
    expect(size.get()).toBe('small');
  });
});
