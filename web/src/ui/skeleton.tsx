import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { kitTexts } from './texts.ts';

/** A grey placeholder; give it the size of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-wait rounded-md bg-hover', className)} />
);

export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => (
  <Waiting>
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-8" />
      ))}
    </div>
  </Waiting>
);

/** A framed table with rows of this height. */
export const TableSkeleton = ({ rowHeight }: { rowHeight: number }) => (
  <Waiting>
    <div className="overflow-hidden rounded-lg border bg-surface">
      {Array.from({ length: Math.floor(560 / rowHeight) }, (_, index) => (
        <div
          key={index}
          className="flex items-center gap-6 border-b px-3 last:border-b-0"
          style={{ height: rowHeight }}
        >
          <Skeleton className="h-4 w-28" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-3/4" />
            {rowHeight > 48 && <Skeleton className="h-3.5 w-1/2" />}
          </div>
          <Skeleton className="h-4 w-16 max-sm:hidden" />
          <Skeleton className="h-4 w-14 max-sm:hidden" />
          <Skeleton className="h-4 w-14 max-md:hidden" />
        </div>
      ))}
    </div>
  </Waiting>
);

/** Wraps a skeleton and announces once that the content is loading. */
export function Waiting({ children }: { children: ReactNode }) {
  const texts = useTexts(kitTexts);
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{texts.loading}</span>
      {children}
    </div>
  );
}
