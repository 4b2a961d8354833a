// A score as a number, with a bar for its place on the scale.
import type { Schemas } from '#api';
import { useLanguage } from '#i18n';
import { classNames } from '#lib/class-names';

type ScoreOnScaleProps = Pick<Schemas['EvalScore'], 'score' | 'normalizedScore' | 'label'>;

/** A score below the middle of the scale counts as a failure, as in the CI gate. */
const toneOf = (normalized: number): string =>
  normalized < 0.5 ? 'bg-bad' : normalized < 0.75 ? 'bg-warm' : 'bg-good';

export function ScoreOnScale({ score, normalizedScore, label }: ScoreOnScaleProps) {
  const language = useLanguage();
  if (score === null) return <span className="shrink-0 font-semibold">{label ?? '–'}</span>;
  const figure = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(score);
  return (
    <span className="inline-flex shrink-0 items-center gap-2" title={String(score)}>
      {normalizedScore !== null && (
        <span aria-hidden className="block h-1.5 w-12 overflow-hidden rounded-full bg-hover">
          <span
            className={classNames('block h-full rounded-full', toneOf(normalizedScore))}
            style={{ width: `${Math.max(3, normalizedScore * 100)}%` }}
          />
        </span>
      )}
      <span className="font-semibold">{figure}</span>
      {label !== null && <span className="max-w-32 truncate text-sm text-muted">{label}</span>}
    </span>
  );
}
