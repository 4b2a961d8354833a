// The drawer with the content of one span of the list.
import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import {
  Badge,
  ButtonLink,
  Duration,
  Loaded,
  Money,
  NoContent,
  PeekDrawer,
  SkeletonRows,
  StepView,
} from '#ui';
import { SpanPreview } from '../span/preview.tsx';
import { useWholeSpan } from '../span/use-whole-span.ts';
import { shortName, useTypeName } from '../trace/node-kind.tsx';
import { runSpanOf } from '../trace/spans.ts';
import { layOutTree } from '../trace/tree.ts';
import type { ListedSpanData } from './columns.tsx';
import { spanListTexts } from './texts.ts';

interface PeekProps {
  id: string;
  rows: readonly ListedSpanData[];
  /** Undefined closes the drawer. */
  onPeek: (id: string | undefined) => void;
}

export function PeekSpan({ id, rows, onPeek }: PeekProps) {
  const texts = useTexts(spanListTexts);
  const typeOf = useTypeName();
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  const to = (index: number) => {
    const other = at < 0 ? undefined : rows[index];
    return other && (() => onPeek(other.id));
  };
  const name = row ? shortName(row.name) : id;
  return (
    <PeekDrawer
      label={texts.peek(name)}
      title={
        <>
          {name}
          {row && (
            <span className="ml-3 inline-flex items-center gap-3 text-sm font-normal text-muted">
              <Badge>{typeOf(row.type)}</Badge>
              <Duration ms={row.durationMs} />
              {row.costUsd !== null && <Money usd={row.costUsd} />}
            </span>
          )}
        </>
      }
      actions={row && <Open row={row} />}
      onClose={() => onPeek(undefined)}
      onBefore={to(at - 1)}
      onAfter={to(at + 1)}
    >
      {row &&
        (row.traceId === null ? <LoneCall id={id} /> : <Content key={id} row={row} traceId={row.traceId} />)}
    </PeekDrawer>
  );
}

function Open({ row: { id, traceId } }: { row: ListedSpanData }) {
  const texts = useTexts(spanListTexts);
  const icon = <ExternalLink size={16} aria-hidden />;
  return traceId === null ? (
    <ButtonLink to="/calls/$id" params={{ id }} size="small">
      {icon}
      {texts.openCall}
    </ButtonLink>
  ) : (
    <ButtonLink to="/traces/$id" params={{ id: traceId }} search={{ span: id }} size="small">
      {icon}
      {texts.openTrace}
    </ButtonLink>
  );
}

function Content({ row, traceId }: { row: ListedSpanData; traceId: string }) {
  const node = useMemo(() => runSpanOf(row), [row]);
  const tree = useMemo(() => layOutTree([node]), [node]);
  const whole = useWholeSpan(traceId, node);
  return <SpanPreview tree={tree} at={0} node={node} whole={whole} />;
}

/** A call that belongs to no trace. */
function LoneCall({ id }: { id: string }) {
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={4} />}>
      {({ call }) => <StepView callId={id} empty={<NoContent call={call} />} />}
    </Loaded>
  );
}
