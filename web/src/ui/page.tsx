import { useEffect, type ReactNode } from 'react';
import { Check, Link2 } from 'lucide-react';
import { classNames } from '#lib/class-names';
import { copy } from '#lib/copy';
import { useTexts } from '#i18n';
import { useAttentionCount } from './attention.ts';
import { IconButton } from './button.tsx';
import { say } from './toast.tsx';
import { kitTexts } from './texts.ts';
import { useDone } from './use-done.ts';

interface PageProps {
  title: string;
  /** Above the title: where the page belongs. */
  crumbs?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  /** For lists, traces, charts and comparisons: as wide as the screen, up to 1,760 pixels. Forms and text stay narrower. */
  wide?: boolean;
  children: ReactNode;
}

export function useTitle(title: string): void {
  const waiting = useAttentionCount();
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Tracewell`;
  }, [title, waiting]);
}

/** The frame of every page: one h1, the page's actions, and a button that copies its address. */
export function Page({ title, crumbs, about, actions, wide = false, children }: PageProps) {
  useTitle(title);
  return (
    <div
      className={classNames(
        'mx-auto grid w-full min-w-0 grid-cols-1 content-start gap-4 px-4 py-4 sm:px-6',
        wide ? 'max-w-[110rem]' : 'max-w-7xl',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-40 flex-1 sm:min-w-72">
          {crumbs}
          <h1 className="text-xl tracking-tight wrap-anywhere">{title}</h1>
          {about !== undefined && <p className="text-sm text-muted">{about}</p>}
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {actions}
          <CopyLink />
        </div>
      </header>
      {children}
    </div>
  );
}

/** The URL contains the project, the window and the filters, so others see the same. */
export function CopyLink() {
  const texts = useTexts(kitTexts);
  const [done, setDone] = useDone();
  return (
    <>
      <IconButton
        label={texts.linkToPage}
        icon={done ? <Check size={16} aria-hidden /> : <Link2 size={16} aria-hidden />}
        onClick={() =>
          void copy(location.href).then((worked) => (worked ? setDone() : say(texts.copyFailed, 'bad')))
        }
      />
      <span aria-live="polite" className="sr-only">
        {done ? texts.copied : ''}
      </span>
    </>
  );
}
