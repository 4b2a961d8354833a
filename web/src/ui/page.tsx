import { useEffect, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useAttentionCount } from './attention.ts';
import { CopyLink } from './copy-link.tsx';

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
