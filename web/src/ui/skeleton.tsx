import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { kitTexts } from './texts.ts';

/** A grey shape in the place of what is on its way. Give it the size of that. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-wait rounded-md bg-hover', className)} />
);

export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => (
  <Waiting>
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  </Waiting>
);

/** Around a page's own skeleton: says once that it loads. */
export function Waiting({ children }: { children: ReactNode }) {
  const texts = useTexts(kitTexts);
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{texts.loading}</span>
      {children}
    </div>
  );
}
