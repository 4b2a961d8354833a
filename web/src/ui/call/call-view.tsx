// Everything about one call, for a page, a drawer or a pane: its width decides the layout, not the screen's.
// Figures on top, the conversation, and a panel with the rest.
import { requestParameters } from '@tracewell/sdk/reading';
import type { ReactNode } from 'react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { Card } from '../card.tsx';
import { StepView } from '../conversation/step-view.tsx';
import { TextModeChoice } from '../conversation/text-mode.tsx';
import { ErrorText } from '../error-text.tsx';
import { JsonView } from '../json-view.tsx';
import { Skeleton, Waiting } from '../skeleton.tsx';
import { Duration, Money, Tokens } from '../values.tsx';
import { CallPanel, type CallTab } from './call-panel.tsx';
import { hasContent, metaOf, numberIn } from './meta.ts';
import { callTexts } from './texts.ts';
import type { CallData } from './types.ts';
import { NoContent } from '../content/no-content.tsx';

interface CallViewProps {
  call: CallData;
  /** All scores of the call, as the service sends them with it. */
  scores: readonly Schemas['Score'][];
  tab: CallTab;
  onTab: (tab: CallTab) => void;
}

const COLUMNS =
  'grid min-w-0 grid-cols-1 items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_24rem] @6xl:grid-cols-[minmax(0,1fr)_27rem]';

export function CallView({ call, scores, tab, onTab }: CallViewProps) {
  const texts = useTexts(callTexts);
  const meta = metaOf(call);
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-4">
      <Figures call={call} />
      {call.error !== null && <Failure call={call} />}
      <div className={COLUMNS}>
        <Card title={texts.conversation} {...(hasContent(meta) ? { actions: <TextModeChoice /> } : {})}>
          {!hasContent(meta) && <NoContent call={call} />}
          <StepView callId={call.id} />
        </Card>
        <CallPanel key={call.id} call={call} scores={scores} tab={tab} onTab={onTab} />
      </div>
    </div>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-baseline gap-1.5">
    <dt className="text-sm whitespace-nowrap text-muted">{label}</dt>
    <dd className="min-w-0 truncate font-semibold">{children}</dd>
  </div>
);

function Figures({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  const meta = metaOf(call);
  const firstToken = numberIn(meta, 'ttftMs');
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1.5 rounded-lg border bg-surface px-5 py-3 shadow-card">
      <Figure label={texts.latency}>
        <Duration ms={call.latencyMs} />
      </Figure>
      {firstToken !== null && (
        <Figure label={texts.firstToken}>
          <Duration ms={firstToken} />
        </Figure>
      )}
      <Figure label={texts.tokens}>
        <span title={texts.tokensInOut}>
          <Tokens count={call.promptTokens} /> → <Tokens count={call.completionTokens} />
        </span>
      </Figure>
      <Figure label={texts.cost}>
        <Money usd={call.costUsd} />
      </Figure>
      {requestParameters(meta).map(([name, value]) => (
        <Figure key={name} label={name}>
          <span title={value}>{value}</span>
        </Figure>
      ))}
    </dl>
  );
}

function Failure({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  return (
    <section
      aria-label={texts.failed}
      className="grid min-w-0 gap-3 rounded-lg border border-bad/30 bg-bad-soft p-4"
    >
      <ErrorText error={call.error || texts.failed} className="font-medium text-bad" />
      {call.errorDetails !== null && call.errorDetails !== undefined && (
        <JsonView label={texts.errorDetails} value={call.errorDetails} />
      )}
    </section>
  );
}

export const CallSkeleton = () => (
  <Waiting>
    <div className="@container grid gap-4">
      <Skeleton className="h-12 rounded-lg" />
      <div className={COLUMNS}>
        <div className="grid content-start gap-5 rounded-lg border bg-surface p-5">
          {[16, 28, 20].map((height) => (
            <div key={height} className="grid grid-cols-[28px_minmax(0,1fr)] gap-3">
              <Skeleton className="size-7" />
              <div className="grid gap-2">
                <Skeleton className="h-4 w-24" />
                <span className="block" style={{ height: height * 4 }}>
                  <Skeleton className="h-full" />
                </span>
              </div>
            </div>
          ))}
        </div>
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  </Waiting>
);
