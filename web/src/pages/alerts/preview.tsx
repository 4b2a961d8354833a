// What a rule would have done in the last 14 days: the value, the threshold, and a dot for each firing.
import { useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { LineChart, Loaded, Skeleton, Waiting } from '#ui';
import { measuresScore, useAlertWords } from './alert-values.ts';
import { alertFormTexts } from './form-texts.ts';
import type { AlertData, AlertThreshold } from './types.ts';

const DAYS = 14;

interface PreviewProps {
  rule: AlertThreshold;
  subject: Pick<
    AlertData,
    'evalCriterionId' | 'scoreName' | 'scoreValue' | 'of' | 'filter' | 'forEach' | 'percentile'
  >;
}

export function AlertPreview({ rule, subject }: PreviewProps) {
  const form = useTexts(alertFormTexts);
  const { alertType, thresholdValue, windowMinutes } = rule;
  const complete =
    Number.isFinite(thresholdValue) &&
    (alertType !== 'eval_score' || subject.evalCriterionId !== null) &&
    (!measuresScore(alertType) || subject.scoreName !== null);
  const tellsNothing = alertType === 'guardian_findings';
  const asked = useAsk(
    '/v1/alerts/preview',
    { alertType, thresholdValue, windowMinutes, ...subject },
    { enabled: complete && !tellsNothing, keepPrevious: true, staleTime: 5 * 60_000 },
  );
  if (tellsNothing) return <p className="text-sm text-muted">{form.noPreview}</p>;
  if (!complete) return <p className="text-sm text-muted">{form.previewIncomplete}</p>;
  const skeleton = (
    <Waiting>
      <Skeleton className="h-60" />
    </Waiting>
  );
  return (
    <Loaded of={asked} skeleton={skeleton}>
      {(preview) => <Trial rule={rule} preview={preview} />}
    </Loaded>
  );
}

function Trial({ rule, preview }: { rule: AlertThreshold; preview: Schemas['AlertPreview'] }) {
  const form = useTexts(alertFormTexts);
  const format = useFormat();
  const words = useAlertWords();
  const { points, firings, evaluatedEveryMinutes, groups } = preview;
  return (
    <div className="grid gap-2">
      <p>
        <span className="font-medium">{form.firings(firings.length)}</span>{' '}
        <span className="text-muted">{form.previewEvery(format.count(evaluatedEveryMinutes))}</span>
      </p>
      {groups !== null && (
        <p className="text-sm text-muted">
          {form.judged(format.count(groups.length))}{' '}
          {groups
            .filter((group) => group.firings > 0)
            .slice(0, 5)
            .map((group) => `${group.value} (${format.count(group.firings)})`)
            .join(', ')}
        </p>
      )}
      {firings.length > DAYS && <p className="text-sm text-warm">{form.often}</p>}
      <LineChart
        label={form.previewChart}
        points={points.map(({ at }) => ({
          short: new Date(at).getHours() === 0 ? format.time(at, 'day') : '',
          long: format.time(at, 'short'),
        }))}
        series={[
          {
            name: form.observed,
            color: 'var(--color-accent)',
            values: points.map(({ value }) => value),
          },
          {
            name: form.thresholdLine,
            color: 'var(--color-control)',
            values: points.map(() => rule.thresholdValue),
          },
          {
            name: form.fired,
            color: 'var(--color-bad)',
            onlyDots: true,
            values: points.map(({ fired, value }) => (fired ? value : null)),
          },
        ]}
        format={(value) => (value === null ? '–' : words.value(rule.alertType, value))}
      />
    </div>
  );
}
