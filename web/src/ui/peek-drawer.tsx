// A drawer beside a list that shows one of its rows. The list stays usable: j and k go to the next row from
// either, Escape closes. It comes after the list in the page, so that Tab leads into it.
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '#i18n';
import { useNarrow } from '#lib/use-media';
import { IconButton } from './button.tsx';
import { kitTexts } from './texts.ts';
import { usePageKeys } from './use-page-keys.ts';

interface PeekDrawerProps {
  /** What is shown, for screen readers. */
  label: string;
  title: ReactNode;
  /** Beside the title, such as a link to the whole page. */
  actions?: ReactNode;
  onClose: () => void;
  /** The row before or after; undefined at the ends of the list. */
  onBefore?: (() => void) | undefined;
  onAfter?: (() => void) | undefined;
  children: ReactNode;
}

export function PeekDrawer({ label, title, actions, onClose, onBefore, onAfter, children }: PeekDrawerProps) {
  const texts = useTexts(kitTexts);
  const narrow = useNarrow();
  const drawer = useRef<HTMLElement>(null);
  usePageKeys({ j: onAfter, k: onBefore, Escape: onClose });
  // On a phone the drawer covers the list, so the focus goes along.
  useEffect(() => {
    if (narrow) drawer.current?.focus();
  }, [narrow]);
  return (
    <aside
      ref={drawer}
      aria-label={label}
      tabIndex={-1}
      className="fixed inset-y-0 right-0 z-30 flex w-full flex-col border-l bg-page shadow-float outline-none sm:w-[min(46rem,62vw)]"
    >
      <header className="flex min-h-12 shrink-0 items-center gap-1 border-b bg-surface px-4 py-1.5">
        <div className="min-w-0 flex-1 truncate font-semibold">{title}</div>
        {actions}
        <IconButton
          label={texts.before}
          icon={<ChevronUp size={18} aria-hidden />}
          disabled={onBefore === undefined}
          aria-keyshortcuts="k"
          onClick={onBefore}
        />
        <IconButton
          label={texts.after}
          icon={<ChevronDown size={18} aria-hidden />}
          disabled={onAfter === undefined}
          aria-keyshortcuts="j"
          onClick={onAfter}
        />
        <IconButton
          label={texts.close}
          icon={<X size={18} aria-hidden />}
          aria-keyshortcuts="Escape"
          onClick={onClose}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
    </aside>
  );
}
