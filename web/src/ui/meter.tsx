// How much of something limited is used: green, then warm, then bad. What it means stands beside it in words.
import { classNames } from '#lib/class-names';

const NEARLY = 0.8;

interface MeterProps {
  label: string;
  /** 0 to 1; more is shown as full. */
  share: number;
  /** The share in words, for those who do not see it. */
  text: string;
}

export function Meter({ label, share, text }: MeterProps) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
      className="h-3 overflow-hidden rounded-sm bg-sunken inset-ring inset-ring-line"
    >
      <div
        className={classNames('h-full', share >= 1 ? 'bg-bad' : share >= NEARLY ? 'bg-warm' : 'bg-accent')}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
