// Toasts for things that just happened: `say('The key is revoked.')`. Announced to screen readers, one at a
// time, dismissed automatically, never the only sign of an error, and kept for a while in the list of recent
// notices.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n';
import { IconButton } from './button.tsx';
import { kitTexts } from './texts.ts';

interface Notice {
  id: number;
  text: string;
  tone: 'good' | 'bad';
  at: number;
}

const SHOWN_MS = 4_000;
const KEPT = 20;

/** Newest first. */
let notices: readonly Notice[] = [];
let shownId: number | null = null;
const listeners = new Set<() => void>();

const change = (id: number | null) => {
  shownId = id;
  for (const listener of listeners) listener();
};

export function say(text: string, tone: Notice['tone'] = 'good'): void {
  const id = (notices[0]?.id ?? 0) + 1;
  notices = [{ id, text, tone, at: Date.now() }, ...notices].slice(0, KEPT);
  change(id);
  setTimeout(() => shownId === id && change(null), SHOWN_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was said since the page was loaded, newest first. */
export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => notices);

const ICONS = {
  good: <CircleCheck size={16} className="shrink-0 text-muted" aria-hidden />,
  bad: <CircleAlert size={16} className="shrink-0 text-bad" aria-hidden />,
};

export const NoticeLine = ({ notice }: { notice: Notice }) => (
  <>
    {ICONS[notice.tone]}
    <span className="min-w-0 wrap-anywhere">{notice.text}</span>
  </>
);

/** Beside the sidebar at the bottom; at the top while a dialog is open, whose buttons are below. */
export function Toasts() {
  const id = useSyncExternalStore(subscribe, () => shownId);
  const texts = useTexts(kitTexts);
  const notice = notices.find((one) => one.id === id);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-start lg:left-[calc(var(--side)+1rem)] in-[body:has([role=dialog])]:top-4 in-[body:has([role=dialog])]:bottom-auto"
    >
      {notice && (
        <div
          key={notice.id}
          className="pointer-events-auto flex max-w-md animate-appear items-center gap-2.5 rounded-lg border bg-surface py-1.5 pr-1.5 pl-3 text-sm shadow-float"
        >
          <NoticeLine notice={notice} />
          <IconButton label={texts.dismiss} icon={<X size={16} aria-hidden />} onClick={() => change(null)} />
        </div>
      )}
    </div>
  );
}
