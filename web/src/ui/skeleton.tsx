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
