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

  it('is read once, and kept under a name of ours', () => {
    browser.kept.set('tracewell.size', 'large');
    const size = stored('size', read);
    expect(size.get()).toBe('large');
    size.set('small');
    expect([size.get(), browser.kept.get('tracewell.size')]).toEqual(['small', 'small']);
  });

  it('is kept as JSON where it is no text', () => {
    stored('columns', () => [] as string[]).set(['a', 'b']);
    expect(browser.kept.get('tracewell.columns')).toBe('["a","b"]');
  });

  it('tells its listeners of a change here and in another tab, until they leave', () => {
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

  it('lasts for the page where storage is forbidden', () => {
    fakeBrowser({ refuses: true });
    const size = stored('size', read);
    expect(size.get()).toBe('default');
    size.set('small');
    expect(size.get()).toBe('small');
  });
});
