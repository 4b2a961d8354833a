import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tracewell`;
  }, [title]);
}

/** The frame of every page: one h1 and the page's actions. */
export function Page({ title, about, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-7xl min-w-0 grid-cols-1 content-start gap-6 px-4 py-6 sm:px-8">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl tracking-tight wrap-anywhere">{title}</h1>
          {about !== undefined && <p className="text-muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
