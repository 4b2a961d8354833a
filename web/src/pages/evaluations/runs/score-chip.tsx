// A score with its position on the scale. Below the middle counts as a failure, as in the CI gate.
import { classNames } from '#lib/class-names';
import { useRunFigures } from '../figures.ts';

type ScoreTone = 'good' | 'fair' | 'bad';

const toneOf = (normalized: number): ScoreTone =>
  normalized < 0.5 ? 'bad' : normalized < 0.75 ? 'fair' : 'good';

const FILLS: Record<ScoreTone, string> = { good: 'bg-good', fair: 'bg-warm', bad: 'bg-bad' };

/** Part of the scale, from 0 to 1. Decorative: the figure beside it says the same. */
export const ScaleBar = ({ normalized, className }: { normalized: number; className?: string }) => (
  <span aria-hidden className={classNames('block h-1.5 rounded-full bg-hover', className)}>
    <span
      className={classNames('block h-full rounded-full', FILLS[toneOf(normalized)])}
      style={{ width: `${Math.max(3, normalized * 100)}%` }}
    />
  </span>
);

interface ScoreFigureProps {
  score: number | null;
  normalized: number | null;
  label?: string | null;
}

export function ScoreFigure({ score, normalized, label }: ScoreFigureProps) {
  const figures = useRunFigures();
  if (score === null || normalized === null) return <span className="text-muted">–</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap" title={String(score)}>
      <ScaleBar normalized={normalized} className="w-10 shrink-0" />
      <span className="font-medium">{figures.score(score)}</span>
      {label != null && <span className="max-w-32 truncate text-sm text-muted">{label}</span>}
    </span>
  );
}
