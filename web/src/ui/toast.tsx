// Toasts for things that just happened: `say('The key is revoked.')`. Announced to screen readers, dismissed automatically, and
// never the only sign of an error.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '#i18n';
import { IconButton } from './button.tsx';
import { kitTexts } from './texts.ts';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const SHOWN_MS = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};
const drop = (id: number) => change(toasts.filter((toast) => toast.id !== id));

export function say(text: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1;
  const id = lastId;
  change([...toasts.slice(-2), { id, text, tone }]);
  setTimeout(() => drop(id), SHOWN_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const texts = useTexts(kitTexts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
    >
      {shown.map(({ id, text, tone }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md animate-appear items-center gap-3 rounded-lg border bg-surface py-2 pr-2 pl-4 shadow-float"
        >
          {tone === 'good' ? (
            <CircleCheck size={18} className="shrink-0 text-good" aria-hidden />
          ) : (
            <CircleAlert size={18} className="shrink-0 text-bad" aria-hidden />
          )}
          <span className="min-w-0">{text}</span>
          <IconButton label={texts.dismiss} icon={<X size={16} aria-hidden />} onClick={() => drop(id)} />
        </div>
      ))}
    </div>
  );
}
