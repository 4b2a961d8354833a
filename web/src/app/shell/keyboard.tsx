// `?` lists the keyboard shortcuts; `g` and a letter opens a page. Ignored while the user is typing.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n';
import { Dialog } from '#ui';
import { navPages } from '../pages.ts';
import { shellTexts } from '../texts.ts';

const SEQUENCE_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate();
  const startedAt = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (event.key === '?') return onHelp();
      if (event.key === 'g') {
        startedAt.current = event.timeStamp;
        return;
      }
      const inSequence = event.timeStamp - startedAt.current < SEQUENCE_MS;
      startedAt.current = 0;
      const page = inSequence ? navPages.find(({ nav }) => nav.key === event.key) : undefined;
      if (page) void navigate({ to: page.path });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-sm border border-control/60 bg-sunken px-1.5 font-mono text-xs">
    {children}
  </kbd>
);

export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts(shellTexts);
  const lines: [string, string[]][] = [
    [texts.showShortcuts, ['?']],
    ...navPages.flatMap(({ nav }): [string, string[]][] =>
      nav.key ? [[texts.goTo(texts.pages[nav.name]), ['g', nav.key]]] : [],
    ),
    [texts.inTables, ['↓', '↑']],
    [texts.openRow, ['Enter']],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={texts.keyboard}>
      <dl className="grid gap-2">
        {lines.map(([what, keys]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd className="flex items-center gap-1.5">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
