// How much of a limit is used: green, then amber, then red. The text beside it explains it.
import { classNames } from '#lib/class-names';

const NEARLY = 0.8;

interface MeterProps {
  label: string;
  /** From 0 to 1; larger values are shown as full. */
  share: number;
  /** The share in words, for screen readers. */
  text: string;
}

export function ShareMeter({ label, share, text }: MeterProps) {
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
