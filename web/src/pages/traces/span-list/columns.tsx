// The columns of the list of spans.
import { useMemo } from 'react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Cut, Duration, Money, StatusDot, TextLink, Time, Tokens, type VirtualColumn } from '#ui';
import { lookOf, shortName, useTypeName } from '../trace/node-kind.tsx';
import { spanListTexts } from './texts.ts';

export type ListedSpanData = Schemas['SpanRow'];
type Column = VirtualColumn<ListedSpanData>;

export const STANDARD_SPAN_COLUMNS = [
  'name',
  'type',
  'agent',
  'status',
  'start',
  'duration',
  'tokens',
  'cost',
  'trace',
] as const;
export const NARROW_SPAN_COLUMNS = ['name', 'duration'] as const;

export function useSpanColumns(narrow: boolean): readonly Column[] {
  const { columns: titles } = useTexts(spanListTexts);
  const typeOf = useTypeName();
  return useMemo(() => {
    const made: Omit<Column, 'title'>[] = [
      {
        id: 'name',
        width: narrow ? 'minmax(200px, 1fr)' : 'minmax(180px, 2fr)',
        cell: (span) => <SpanName span={span} narrow={narrow} />,
      },
      { id: 'type', width: '104px', yields: 2, cell: ({ type }) => <Cut text={typeOf(type)} /> },
      {
        id: 'agent',
        width: 'minmax(110px, 1fr)',
        yields: 4,
        cell: ({ agent }) => <Cut text={agent ?? ''} />,
      },
      { id: 'tool', width: 'minmax(110px, 1fr)', cell: ({ tool }) => <Cut text={tool ?? ''} /> },
      {
        id: 'status',
        width: 'minmax(120px, 1.4fr)',
        yields: 7,
        cell: ({ error }) => <Status error={error} />,
      },
      {
        id: 'start',
        width: '136px',
        yields: 6,
        cell: ({ startTime }) => <Time at={startTime} show="short" />,
      },
      {
        id: 'duration',
        width: '92px',
        number: true,
        cell: ({ durationMs }) => <Duration ms={durationMs} />,
      },
      {
        id: 'tokens',
        width: '76px',
        yields: 1,
        number: true,
        cell: ({ totalTokens }) => <Tokens count={totalTokens} />,
      },
      { id: 'cost', width: '104px', yields: 5, number: true, cell: ({ costUsd }) => <Money usd={costUsd} /> },
      { id: 'model', width: 'minmax(120px, 1fr)', cell: ({ model }) => <Cut text={model ?? ''} /> },
      { id: 'user', width: 'minmax(96px, 1fr)', cell: ({ userId }) => <Cut text={userId ?? ''} /> },
      {
        id: 'session',
        width: 'minmax(110px, 1fr)',
        cell: ({ sessionId }) => <Cut text={sessionId ?? ''} mono />,
      },
      { id: 'release', width: '96px', cell: ({ release }) => <Cut text={release ?? ''} /> },
      { id: 'environment', width: '110px', cell: ({ environment }) => <Cut text={environment ?? ''} /> },
      {
        id: 'trace',
        width: '104px',
        yields: 3,
        cell: ({ traceId, id }) => <TraceLink traceId={traceId} id={id} />,
      },
      { id: 'id', width: 'minmax(120px, 1fr)', cell: ({ spanId }) => <Cut text={spanId ?? ''} mono /> },
    ];
    return made.map((column) => Object.assign(column, { title: titles[column.id as keyof typeof titles] }));
  }, [titles, typeOf, narrow]);
}

function SpanName({ span: { type, name, error, agent }, narrow }: { span: ListedSpanData; narrow: boolean }) {
  const typeOf = useTypeName();
  const { icon: Icon, ink } = lookOf(type);
  return (
    <span className="grid min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <Icon size={15} className={classNames('shrink-0', ink)} role="img" aria-label={typeOf(type)} />
        <span className="truncate font-medium" title={name}>
          {shortName(name)}
        </span>
      </span>
      {narrow && (
        <span className={classNames('truncate text-xs', error === null ? 'text-muted' : 'text-bad')}>
          {error ?? agent}
        </span>
      )}
    </span>
  );
}

function Status({ error }: { error: string | null }) {
  const { ok } = useTexts(spanListTexts);
  if (error === null) return <span className="text-muted">{ok}</span>;
  return (
    <span title={error} className="block min-w-0 truncate">
      <StatusDot tone="bad">{error}</StatusDot>
    </span>
  );
}

function TraceLink({ traceId, id }: { traceId: string | null; id: string }) {
  if (traceId === null) return <span className="text-muted">–</span>;
  return (
    <TextLink
      to="/traces/$id"
      params={{ id: traceId }}
      search={{ span: id }}
      title={traceId}
      className="block truncate font-mono text-xs"
    >
      {traceId.slice(0, 8)}
    </TextLink>
  );
}
