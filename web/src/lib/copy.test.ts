import { afterEach, describe, expect, it, vi } from 'vitest';
import { copy } from './copy.ts';

/** A page whose `execCommand` returns `copies`; `place` is the element that received the text. */
function fakePage({ inDialog = false, copies = true } = {}) {
  const seen = { value: '', place: '', removed: false };
  const area = {
    value: '',
    style: {},
    select: () => void (seen.value = area.value),
    remove: () => void (seen.removed = true),
  };
  const holder = (place: string) => ({ append: () => void (seen.place = place) });
  vi.stubGlobal('document', {
    createElement: () => area,
    querySelector: () => (inDialog ? holder('dialog') : null),
    body: holder('body'),
    execCommand: () => copies,
  });
  return seen;
}

const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });

describe('copying', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('uses the clipboard where the browser offers it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
    clipboard(writeText);
    expect(await copy('twk_1')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('twk_1');
  });

  it('selects the text where it does not: on plain http, or without permission', async () => {
    vi.stubGlobal('navigator', {});
    const page = fakePage();
    expect(await copy('twk_2')).toBe(true);
    expect(page).toEqual({ value: 'twk_2', place: 'body', removed: true });
    clipboard(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
    const dialog = fakePage({ inDialog: true });
    expect(await copy('twk_3')).toBe(true);
    expect(dialog).toEqual({ value: 'twk_3', place: 'dialog', removed: true });
  });

  it('says when neither works', async () => {
    vi.stubGlobal('navigator', {});
    const page = fakePage({ copies: false });
    expect(await copy('twk_4')).toBe(false);
    expect(page.removed).toBe(true);
  });
});
