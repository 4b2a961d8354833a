// The line above a list: how many rows there are, when they were loaded, and a button to refresh them.
import { RefreshCw } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { IconButton } from './button.tsx';
import { kitTexts } from './texts.ts';

interface ListSummaryProps {
  text: string;
  /** When the list was loaded; null until it is. */
  asOf: number | null;
  isFetching: boolean;
  onRefresh: () => void;
}

export function ListSummary({ text, asOf, isFetching, onRefresh }: ListSummaryProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 text-sm text-muted">
      <p aria-live="polite">
        {text}
        {asOf !== null && <span className="max-sm:hidden"> · {texts.asOf(format.time(asOf, 'clock'))}</span>}
      </p>
      <IconButton
        label={texts.refresh}
        disabled={isFetching}
        icon={<RefreshCw size={16} aria-hidden className={isFetching ? 'animate-spin' : undefined} />}
        onClick={onRefresh}
      />
    </div>
  );
}
