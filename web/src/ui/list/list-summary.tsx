// The line above a list: how many rows there are, when they were loaded, and a button to refresh them.
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { IconButton } from '../button.tsx';
import { kitTexts } from '../texts.ts';

interface ListSummaryProps {
  text: string;
  /** When the list was loaded; null until it is. */
  asOf: number | null;
  /** Instead of the time since when the list is as it is. */
  since?: ReactNode;
  isFetching: boolean;
  onRefresh: () => void;
  /** Before the button. */
  children?: ReactNode;
}

export function ListSummary({ text, asOf, since, isFetching, onRefresh, children }: ListSummaryProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
      <p aria-live="polite">
        {text}
        {asOf !== null && (
          <span className="max-sm:hidden"> · {since ?? texts.asOf(format.time(asOf, 'clock'))}</span>
        )}
      </p>
      <span className="flex items-center gap-1">
        {children}
        <IconButton
          label={texts.refresh}
          disabled={isFetching}
          icon={<RefreshCw size={16} aria-hidden className={isFetching ? 'animate-spin' : undefined} />}
          onClick={onRefresh}
        />
      </span>
    </div>
  );
}
