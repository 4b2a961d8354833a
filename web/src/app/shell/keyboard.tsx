// `?` lists the keyboard shortcuts; `g` and a letter opens a page; Ctrl-K or ⌘-K opens the palette. Letters
// are ignored while the user is typing.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n';
import { useLetterKeys } from '#lib/letter-keys';
import { usePageKeyLines, type KeyLine } from '#lib/page-keys';
import { Dialog, Switch } from '#ui';
import { keyPages } from '../pages.ts';
import { shellTexts } from '../texts.ts';

const SEQUENCE_MS = 1_200;
/** Event times count from the loading of the page, so 0 would look recent right after loading. */
const NEVER = Number.NEGATIVE_INFINITY;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The name of the key on the keyboard. */
export const COMMAND = IS_APPLE ? '⌘' : 'Ctrl';

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (IS_APPLE ? metaKey : ctrlKey) && !altKey && !shiftKey;

interface Shortcuts {
  onHelp: () => void;
  onPalette: () => void;
}

export function useShortcuts({ onHelp, onPalette }: Shortcuts): void {
  const navigate = useNavigate();
  const startedAt = useRef(NEVER);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault();
        return onPalette();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (event.key === '?') return onHelp();
      if (event.key === 'g') {
        startedAt.current = event.timeStamp;
        return;
      }
      const inSequence = event.timeStamp - startedAt.current < SEQUENCE_MS;
      startedAt.current = NEVER;
      const page = inSequence ? keyPages.find(({ key }) => key === event.key) : undefined;
      if (page) void navigate({ to: page.path });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-control/60 bg-sunken px-1 font-mono text-xs">
    {children}
  </kbd>
);

export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts(shellTexts);
  const [letters, setLetters] = useLetterKeys();
  const ofPage = usePageKeyLines();
  const lines: KeyLine[] = [
    [texts.openPalette, [COMMAND, 'K']],
    [texts.showShortcuts, ['?']],
    ...keyPages.map(({ name, key }): KeyLine => [texts.goTo(texts.pages[name]), ['g', key]]),
    [texts.inTables, ['↓', '↑']],
    [texts.openRow, ['Enter']],
    [texts.peekRow, ['Space']],
    [texts.selectRow, ['x']],
    [texts.walkTraces, ['J', 'K']],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={texts.keyboard}>
      {ofPage.length > 0 && (
        <section className="grid gap-1.5 border-b pb-4">
          <h3 className="text-sm font-medium">{texts.onThisPage}</h3>
          <KeyLines lines={ofPage} />
        </section>
      )}
      <KeyLines lines={lines} />
      <div className="border-t pt-4">
        <Switch
          label={texts.letterKeys}
          hint={texts.letterKeysAbout}
          checked={letters}
          onChange={setLetters}
        />
      </div>
    </Dialog>
  );
}

const KeyLines = ({ lines }: { lines: readonly KeyLine[] }) => (
  <dl className="grid gap-1.5">
    {lines.map(([what, keys]) => (
      <div key={what} className="flex items-center justify-between gap-4">
        <dt>{what}</dt>
        <dd className="flex items-center gap-1">
          {keys.map((key) => (key === '–' ? <span key={key}>–</span> : <Key key={key}>{key}</Key>))}
        </dd>
      </div>
    ))}
  </dl>
);
