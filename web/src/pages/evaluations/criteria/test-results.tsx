// What a test found: for each call what was said, the score, the reason and the cost.
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGet, usePreviews, useTraceNames, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { AppLink, Badge, Duration, Money, PreviewLines, ScoreOnScale, TraceName, useScoreWords } from '#ui';
import { testTexts } from './test-texts.ts';

type Answer = Schemas['EvalCriterionTestResult'];
type Tested = Schemas['EvalTestedCall'];

/** The service tests the first ten. */
const SHOWN = 20;

interface TestResultsProps {
  answer: Answer;
  /** The draft is another one now. */
  isStale: boolean;
  datasetId: number | null;
}

export function TestResults({ answer, isStale, datasetId }: TestResultsProps) {
  const texts = useTexts(testTexts);
  const format = useFormat();
  const { results, scoredCount, failedCount, costUsd } = answer;
  const traces = useTraceNames(results.flatMap(({ traceId }) => traceId ?? []));
  const previews = usePreviews(
    results.flatMap(({ callId, traceId, itemId }) =>
      callId !== null && traceId === null && itemId === null ? [callId] : [],
    ),
  );
  const { data: dataset } = useGet(
    '/v1/eval-datasets/{id}',
    { path: { id: datasetId ?? 0 }, query: { itemLimit: SHOWN } },
    { enabled: datasetId !== null },
  );
  const items = new Map(dataset?.items.map((item) => [item.id, item]));
  const saidIn = ({ callId, traceId, itemId }: Tested): ReactNode => {
    if (itemId !== null) {
      const item = items.get(itemId);
      return <Lines input={item?.inputText ?? texts.item(itemId)} output={item?.expectedOutput ?? null} />;
    }
    if (traceId !== null) return <TraceName trace={traces.get(traceId)} id={traceId} />;
    return callId === null ? null : <PreviewLines preview={previews.get(callId)} />;
  };
  if (results.length === 0)
    return (
      <p role="status" className="text-muted">
        {texts.nothing}
      </p>
    );
  return (
    <div className="grid min-w-0 gap-2">
      <p role="status" className="text-sm">
        <span className="font-medium">
          {texts.summary(format.count(scoredCount), format.count(failedCount), format.money(costUsd))}
        </span>
        {isStale && <span className="ml-2 text-warm">{texts.changed}</span>}
      </p>
      <ol aria-label={texts.results} className="grid min-w-0 rounded-md border bg-surface">
        {results.map((result, at) => (
          <Row key={result.callId ?? result.itemId ?? at} result={result} said={saidIn(result)} />
        ))}
      </ol>
    </div>
  );
}

const Lines = ({ input, output }: { input: string; output: string | null }) => (
  <PreviewLines preview={{ stored: true, input, output }} />
);

function Row({ result, said }: { result: Tested; said: ReactNode }) {
  const texts = useTexts(testTexts);
  const { words, lang } = useScoreWords()(result);
  const { callId, traceId, status, costUsd, durationMs } = result;
  return (
    <li className="grid min-w-0 gap-1 border-b px-3 py-2.5 last:border-b-0">
      <div className="flex min-w-0 items-start justify-between gap-3">
        <div className="min-w-0 flex-1 text-sm">{said}</div>
        {status === 'scored' ? <ScoreOnScale {...result} /> : <Badge tone="warm">{texts.noScore}</Badge>}
      </div>
      {words !== '' && (
        <p lang={lang} className="line-clamp-4 text-sm break-words" title={words}>
          {words}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <Money usd={costUsd} />
        <Duration ms={durationMs} />
        {traceId !== null ? (
          <NewTab to="/traces/$id" id={traceId}>
            {texts.openTrace}
          </NewTab>
        ) : (
          callId !== null && (
            <NewTab to="/calls/$id" id={callId}>
              {texts.openCall}
            </NewTab>
          )
        )}
      </p>
    </li>
  );
}

/** The draft is not saved yet, so the page must stay open. */
const NewTab = ({
  to,
  id,
  children,
}: {
  to: '/calls/$id' | '/traces/$id';
  id: string;
  children: ReactNode;
}) => (
  <AppLink
    to={to}
    params={{ id }}
    target="_blank"
    className="inline-flex items-center gap-1 text-accent hover:underline"
  >
    {children}
    <ExternalLink size={12} aria-hidden />
  </AppLink>
);
