// The columns of the list of traces.
import { useMemo } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Cut, Duration, Money, PreviewLines, TagBadges, Time, Tokens, type VirtualColumn } from '#ui';
import { Errors, NarrowTrace, ScoreBadges, TraceNameCell } from './cells.tsx';
import { tracesTexts } from './texts.ts';
import type { Trace } from './types.ts';

export const STANDARD = [
  'name',
  'preview',
  'start',
  'duration',
  'cost',
  'tokens',
  'spans',
  'errors',
  'scores',
] as const;
export const NARROW = ['name'] as const;

type Column = VirtualColumn<Trace>;

export function useAllColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(tracesTexts);
  const format = useFormat();
  return useMemo(() => {
    const titles = texts.columns;
    const made: Omit<Column, 'title'>[] = [
      {
        id: 'name',
        width: narrow ? 'minmax(260px, 1fr)' : 'minmax(164px, 1.4fr)',
        cell: (trace) => (narrow ? <NarrowTrace trace={trace} /> : <TraceNameCell trace={trace} />),
      },
      {
        id: 'preview',
        width: 'minmax(220px, 3fr)',
        cell: ({ preview }) => <PreviewLines preview={preview} />,
      },
      {
        id: 'start',
        width: '136px',
        yields: 7,
        cell: ({ startTime }) => <Time at={startTime} show="short" />,
      },
      {
        id: 'duration',
        width: '92px',
        yields: 6,
        number: true,
        cell: ({ durationMs }) => <Duration ms={durationMs} />,
      },
      { id: 'cost', width: '116px', yields: 4, number: true, cell: ({ costUsd }) => <Money usd={costUsd} /> },
      {
        id: 'tokens',
        width: '72px',
        yields: 2,
        number: true,
        cell: ({ totalTokens }) => <Tokens count={totalTokens} />,
      },
      { id: 'spans', width: '62px', yields: 1, number: true, cell: ({ spans }) => format.count(spans) },
      { id: 'errors', width: '76px', yields: 5, number: true, cell: (trace) => <Errors trace={trace} /> },
      {
        id: 'scores',
        width: 'minmax(128px, 1fr)',
        yields: 3,
        cell: ({ scores }) => <ScoreBadges scores={scores} />,
      },
      { id: 'user', width: 'minmax(96px, 1fr)', cell: ({ userId }) => <Cut text={userId ?? ''} /> },
      {
        id: 'session',
        width: 'minmax(120px, 1fr)',
        cell: ({ sessionId }) => <Cut text={sessionId ?? ''} mono />,
      },
      { id: 'tags', width: 'minmax(160px, 2fr)', cell: ({ tags }) => <TagBadges tags={tags} /> },
      { id: 'models', width: 'minmax(140px, 1fr)', cell: ({ models }) => <Cut text={models.join(', ')} /> },
      { id: 'agents', width: 'minmax(120px, 1fr)', cell: ({ agents }) => <Cut text={agents.join(', ')} /> },
      { id: 'tools', width: 'minmax(120px, 1fr)', cell: ({ tools }) => <Cut text={tools.join(', ')} /> },
      { id: 'calls', width: '68px', number: true, cell: ({ calls }) => format.count(calls) },
      { id: 'id', width: 'minmax(120px, 1fr)', cell: ({ traceId }) => <Cut text={traceId} mono /> },
    ];
    return made.map((column) => Object.assign(column, { title: titles[column.id as keyof typeof titles] }));
  }, [texts, format, narrow]);
}
