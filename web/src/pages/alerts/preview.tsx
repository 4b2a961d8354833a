// What a rule would have done in the last 14 days: the value against the threshold, and a dot where it would have fired.
import { useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { ErrorState, LineChart, Skeleton, Waiting } from '#ui';
import { useAlertWords, type Rule } from './alert-values.ts';
import { alertsTexts } from './texts.ts';

const DAYS = 14;

export interface PreviewProps {
  rule: Rule;
  evalCriterionId: number | null;
}

export function Preview({ rule, evalCriterionId }: PreviewProps) {
  const texts = useTexts(alertsTexts);
  const { alertType, thresholdValue, windowMinutes } = rule;
  const complete =
    Number.isFinite(thresholdValue) && (alertType !== 'eval_score' || evalCriterionId !== null);
  const tellsNothing = alertType === 'guardian_findings';
  const asked = useAsk(
    '/v1/alerts/preview',
    { alertType, thresholdValue, windowMinutes, evalCriterionId },
    { enabled: complete && !tellsNothing, keepPrevious: true, staleTime: 5 * 60_000 },
  );
  if (tellsNothing) return <p className="text-sm text-muted">{texts.noPreview}</p>;
  if (!complete) return <p className="text-sm text-muted">{texts.previewIncomplete}</p>;
  if (asked.isPending) {
    return (
      <Waiting>
        <Skeleton className="h-60" />
      </Waiting>
    );
  }
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  return <Trial rule={rule} preview={asked.data} />;
}

function Trial({ rule, preview }: { rule: Rule; preview: Schemas['AlertPreview'] }) {
  const texts = useTexts(alertsTexts);
  const format = useFormat();
  const words = useAlertWords();
  const { points, firings, evaluatedEveryMinutes } = preview;
  return (
    <div className="grid gap-2">
      <p>
        <span className="font-medium">{texts.firings(firings.length)}</span>{' '}
        <span className="text-muted">{texts.previewEvery(format.count(evaluatedEveryMinutes))}</span>
      </p>
      {firings.length > DAYS && <p className="text-sm text-warm">{texts.often}</p>}
      <LineChart
        label={texts.previewChart}
        points={points.map(({ at }) => ({
          short: new Date(at).getHours() === 0 ? format.time(at, 'day') : '',
          long: format.time(at, 'short'),
        }))}
        series={[
          {
            name: texts.observed,
            color: 'var(--color-accent)',
            values: points.map(({ value }) => value),
          },
          {
            name: texts.thresholdLine,
            color: 'var(--color-control)',
            values: points.map(() => rule.thresholdValue),
          },
          {
            name: texts.fired,
            color: 'var(--color-bad)',
            values: points.map(({ fired, value }) => (fired ? value : null)),
          },
        ]}
        format={(value) => (value === null ? '–' : words.value(rule.alertType, value))}
      />
    </div>
  );
}
