import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { boardTexts } from './texts.ts';

interface DeltaChipProps {
  now: number | null;
  before: number | null;
  /** Whether an increase is good; null if it is neither. */
  moreIsGood: boolean | null;
  /** The length of the window in words: `7 d`. */
  period: string;
  show: (value: number | null) => string;
}

/** How a figure changed against the period before, and whether that is good. */
export function DeltaChip({ now, before, moreIsGood, period, show }: DeltaChipProps) {
  const texts = useTexts(boardTexts);
  const format = useFormat();
  const text = format.change(now, before);
  if (text === null)
    return (
      <p className="text-xs text-muted" title={texts.noBefore}>
        {texts.versus(period)}: –
      </p>
    );
  const change = (now ?? 0) - (before ?? 0);
  const good = moreIsGood === null || change === 0 ? null : change > 0 === moreIsGood;
  const Arrow = change === 0 ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <p
      className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-muted"
      title={texts.before(show(before))}
    >
      <span
        className={classNames(
          'inline-flex items-center gap-0.5 rounded-sm px-1 font-medium',
          good === null ? 'bg-sunken text-text' : good ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad',
        )}
      >
        <Arrow size={12} aria-hidden />
        {text}
      </span>
      {texts.versus(period)}
    </p>
  );
}
