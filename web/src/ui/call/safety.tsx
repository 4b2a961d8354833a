import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Badge, StatusDot } from '../badge.tsx';
import { Loaded } from '../loaded.tsx';
import { SafetyWords } from '../safety-words.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { Ago } from '../values.tsx';
import { callTexts } from './texts.ts';

export function CallSafety({ callId }: { callId: string }) {
  const texts = useTexts(callTexts);
  const format = useFormat();
  const list = useGet('/v1/safety-assessments', { query: { call_id: callId } });
  return (
    <Loaded
      of={list}
      error="notice"
      skeleton={<SkeletonRows rows={1} />}
      empty={list.data?.assessments.length === 0 && <p className="text-muted">{texts.notAssessed}</p>}
    >
      {(data) => (
        <ul className="grid gap-3">
          {data.assessments.map(
            ({ id, labels, score, classifier_id: classifier, createdAt, ...assessment }) => (
              <li key={id} className="grid min-w-0 gap-1 border-t pt-3 first:border-t-0 first:pt-0">
                <div className="flex flex-wrap items-center gap-2">
                  <StatusDot tone={labels.length > 0 ? 'bad' : 'good'}>
                    {labels.length > 0 ? texts.flagged : texts.notFlagged}
                  </StatusDot>
                  {labels.map((label) => (
                    <Badge key={label} tone="bad">
                      {label}
                    </Badge>
                  ))}
                </div>
                <SafetyWords assessment={assessment} className="break-words" />
                <p className="text-sm text-muted">
                  {texts.highest(format.share(score))} · <span title={classifier}>{classifier}</span> ·{' '}
                  <Ago at={createdAt} />
                </p>
              </li>
            ),
          )}
        </ul>
      )}
    </Loaded>
  );
}
