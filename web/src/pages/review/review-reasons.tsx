import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Badge, SafetyWords, useScoreWords } from '#ui';
import { reviewTexts } from './texts.ts';
import type { Item } from './types.ts';

const LOOKS: Record<Item['reason'], string> = {
  error: 'border-bad/30 bg-bad-soft',
  flagged: 'border-plum/30 bg-plum-soft',
  low_score: 'border-warm/30 bg-warm-soft',
  judge_disagreement: 'border-cool/30 bg-cool-soft',
  recent: 'bg-sunken',
};

/** Why the call is in the queue, with the error, assessment or score behind it. */
export function ReviewReasons({ item }: { item: Item }) {
  const texts = useTexts(reviewTexts);
  const { call, reason, score, safety } = item;
  return (
    <section
      aria-label={texts.why}
      className={classNames('grid gap-2 rounded-md border px-3.5 py-2.5', LOOKS[reason])}
    >
      <p>{texts.because[reason]}</p>
      {call.error !== null && (
        <code className="max-h-40 overflow-y-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {call.error}
        </code>
      )}
      {safety && <Flagged safety={safety} />}
      {score && <Scored score={score} disagrees={reason === 'judge_disagreement'} />}
    </section>
  );
}

function Flagged({ safety }: { safety: NonNullable<Item['safety']> }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-1.5">
        {safety.labels.map((label) => (
          <Badge key={label} tone="plum">
            {label}
          </Badge>
        ))}
        <span className="text-sm text-muted">{texts.safetyScore(format.share(safety.score))}</span>
      </p>
      {safety.reasoning !== '' && <SafetyWords assessment={safety} className="text-sm wrap-anywhere" />}
    </div>
  );
}

function Scored({ score, disagrees }: { score: NonNullable<Item['score']>; disagrees: boolean }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const { data } = useGet('/v1/eval-criteria', {}, { wholeAccount: true, staleTime: 300_000 });
  const criterion =
    data?.criteria.find(({ id }) => id === score.criterionId)?.name ?? texts.criterion(score.criterionId);
  const said = useScoreWords()(score);
  const given = score.label ?? (score.score === null ? '' : format.compact(score.score));
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{texts.scoredBy(criterion, given)}</span>
        <span className="text-sm text-muted">
          {[
            texts.onScale(format.share(score.normalized)),
            ...(disagrees ? [texts.spread(format.share(score.spread))] : []),
            score.judge === null ? texts.byRule : texts.byJudge(score.judge),
          ].join(' · ')}
        </span>
      </p>
      {score.reasoning !== '' && (
        <p lang={said.lang} className="max-h-40 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap">
          {said.words}
        </p>
      )}
    </div>
  );
}
