// The list of spans of any kind: model calls, tools, agents, retrievers. Its whole state is in the URL.
import { Rows3 } from 'lucide-react';
import { useCallback } from 'react';
import { useAskPages, useRows, type Answer } from '#api';
import { useTexts } from '#i18n';
import { useListState, type Sorts } from '#lib/list-state';
import { useNarrow } from '#lib/use-media';
import { ButtonLink, ListPage, NothingListed, RecordTabs } from '#ui';
import {
  NARROW_SPAN_COLUMNS,
  STANDARD_SPAN_COLUMNS,
  useSpanColumns,
  type ListedSpanData,
} from './columns.tsx';
import { ExportSpans } from './export-spans.tsx';
import { PeekSpan } from './peek.tsx';
import { spanListTexts } from './texts.ts';

/** The columns by which the service sorts, and their names there. */
const SORTED_BY = {
  name: 'name',
  start: 'startTime',
  duration: 'durationMs',
  tokens: 'totalTokens',
  cost: 'costUsd',
} as const;
type SortedBy = keyof typeof SORTED_BY;
const SORTS: Sorts<SortedBy> = {
  by: Object.keys(SORTED_BY) as SortedBy[],
  usual: { column: 'start', order: 'desc' },
};
const PAGE = 100;
const FIRST_PAGE = 50;
const ENOUGH = 30;
const NARROW_ROW = 56;

const keyOf = ({ id }: ListedSpanData) => id;
const linkOf = ({ id, traceId }: ListedSpanData) =>
  traceId === null
    ? { to: '/calls/$id', params: { id } }
    : { to: '/traces/$id', params: { id: traceId }, search: { span: id } };
const spansIn = ({ spans }: Answer<'post', '/v1/query/spans'>) => spans;

export function SpansPage() {
  const texts = useTexts(spanListTexts);
  const narrow = useNarrow();
  const state = useListState(SORTS);
  const { column, order } = state.sorting;
  const body = { ...state.body, sortBy: SORTED_BY[column], sortOrder: order };
  const asked = useAskPages(
    '/v1/query/spans',
    { ...body, limit: PAGE },
    { firstLimit: FIRST_PAGE, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const list = useRows(asked, spansIn, { enough: ENOUGH });
  const { rows } = list;
  const peek = useCallback(
    (id: string, onPeek: (id: string | undefined) => void) => (
      <PeekSpan id={id} rows={rows} onPeek={onPeek} />
    ),
    [rows],
  );
  return (
    <ListPage
      name="spans"
      texts={texts}
      tabs={<RecordTabs current="spans" />}
      state={state}
      list={list}
      columns={useSpanColumns(narrow)}
      standard={narrow ? NARROW_SPAN_COLUMNS : STANDARD_SPAN_COLUMNS}
      rowKey={keyOf}
      {...(narrow ? { rowHeight: NARROW_ROW } : {})}
      link={linkOf}
      peek={peek}
      filters={{ of: 'spans', shown: true }}
      tools={<ExportSpans body={body} />}
      empty={
        <NothingListed
          state={state}
          icon={<Rows3 size={22} aria-hidden />}
          texts={texts}
          longest="30d"
          searchesMessages
          actions={<ButtonLink to="/start">{texts.toStart}</ButtonLink>}
        />
      }
    />
  );
}
