// One span in both runs: what went in and came out, beside each other.
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { Badge, ButtonLink, Duration, ErrorText, Loaded, Money, PeekDrawer, SkeletonRows, Tokens } from '#ui';
import { shortName } from '../trace/node-kind.tsx';
import { WholeContent } from '../span/preview.tsx';
import { runCompareTexts } from './texts.ts';
import type { ComparedRow, ComparedSide } from './types.ts';

interface ComparedDetailsProps {
  a: string;
  b: string;
  row: ComparedRow;
  onClose: () => void;
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
}

export function ComparedDetails({ row, onClose, onBefore, onAfter, ...ids }: ComparedDetailsProps) {
  const texts = useTexts(runCompareTexts);
  return (
    <PeekDrawer
      label={texts.details}
      title={shortName(row.name)}
      onClose={onClose}
      onBefore={onBefore}
      onAfter={onAfter}
    >
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        {(['a', 'b'] as const).map((side) => (
          <OneSide key={side} side={side} traceId={ids[side]} span={row[side]} />
        ))}
      </div>
    </PeekDrawer>
  );
}

function OneSide({ side, traceId, span }: { side: ComparedSide; traceId: string; span: ComparedRow['a'] }) {
  const texts = useTexts(runCompareTexts);
  return (
    <section
      aria-label={texts.run[side]}
      className="grid min-w-0 content-start gap-3 rounded-lg border bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base">{texts.run[side]}</h2>
        {span && (
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <Duration ms={span.durationMs} />
            {span.model !== null && <span className="break-all">{span.model}</span>}
            {span.totalTokens !== null && <Tokens count={span.totalTokens} />}
            {span.costUsd !== null && <Money usd={span.costUsd} />}
          </p>
        )}
        {span?.error && <Badge tone="bad">{texts.failed}</Badge>}
      </div>
      {span ? <Content traceId={traceId} span={span} /> : <p className="text-muted">{texts.absent}</p>}
    </section>
  );
}

function Content({ traceId, span }: { traceId: string; span: NonNullable<ComparedRow['a']> }) {
  const texts = useTexts(runCompareTexts);
  const asked = useGet(
    '/v1/query/trace/{id}/spans/{record}',
    { path: { id: traceId, record: span.id } },
    { staleTime: 300_000 },
  );
  return (
    <>
      {span.error && <ErrorText error={span.error} className="text-bad" />}
      <Loaded of={asked} error="notice" skeleton={<SkeletonRows rows={3} />}>
        {({ span: node }) => <WholeContent node={node} />}
      </Loaded>
      <div>
        <ButtonLink size="small" to="/traces/$id" params={{ id: traceId }} search={{ span: span.id }}>
          {texts.openSpan}
        </ButtonLink>
      </div>
    </>
  );
}
