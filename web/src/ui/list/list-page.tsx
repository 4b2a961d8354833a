// A page that is a list: search, filters, columns, the line above the rows, and the rows in each of their states.
// Everything that people may want to share is in the URL.
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { LoadedRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import type { ConditionSubject } from '#lib/call-conditions';
import { filterParts } from '#lib/call-filter';
import type { ListState } from '#lib/list-state';
import { first } from '#lib/search-text';
import { storedAs, useStored } from '#lib/stored';
import { useUrl } from '#lib/url-state';
import { useNarrow } from '#lib/use-media';
import { Button } from '../button.tsx';
import { ColumnChoice, useColumns } from '../column-choice.tsx';
import { FacetSidebar } from '../facets/facet-sidebar.tsx';
import { Field, Select } from '../form/field.tsx';
import { FilterChips } from '../filter-chips.tsx';
import { Page } from '../page.tsx';
import { SearchBox } from '../search-box.tsx';
import { TableSkeleton } from '../skeleton.tsx';
import { VirtualTable, type VirtualColumn, type VirtualTableProps } from '../virtual-table.tsx';
import { WindowPicker } from '../window-picker.tsx';
import { useListPlace } from './list-place.ts';
import { ListRows } from './list-rows.tsx';
import { ListSummary } from './list-summary.tsx';
import { listTexts } from './texts.ts';

interface ListPageTexts {
  title: string;
  search: string;
  searchHint: string;
  count: (count: string) => string;
  countMore: (count: string) => string;
}

interface ListFilters {
  /** What its facets count; calls unless given. */
  of?: ConditionSubject;
  /** What else narrows the counts. */
  also?: Readonly<Record<string, string | boolean>>;
  /** Beside the list until the reader decides; a phone has them in a sheet. */
  shown?: boolean;
  /** Filters that only this list has, above those of calls. */
  own?: ReactNode;
  /** The chips of these filters. */
  chips?: ReactNode;
  /** How many of them there are. */
  count?: number;
}

interface ListPageProps<Row> extends Pick<VirtualTableProps<Row>, 'rowKey' | 'rowHeight' | 'total' | 'keys'> {
  /** The browser remembers columns, filters and the place in the list under this name. */
  name: string;
  texts: ListPageTexts;
  about?: ReactNode;
  /** Above the list. */
  tabs?: ReactNode;
  state: ListState;
  list: LoadedRows<Row>;
  columns: readonly VirtualColumn<Row>[];
  /** The ids of the columns that are shown until the reader chooses. */
  standard: readonly string[];
  /** In front of the columns; a phone has no room for it. */
  lead?: VirtualColumn<Row>;
  link: NonNullable<VirtualTableProps<Row>['link']>;
  /** Called before a row is opened. */
  onLeave?: () => void;
  /** One row beside the list: `id` is the key of the row. Without it, a click opens the row. */
  peek?: (id: string, onPeek: (id: string | undefined) => void) => ReactNode;
  /** The filters of calls apply to this list. */
  filters?: ListFilters;
  /** After the choice of columns. */
  tools?: ReactNode;
  /** Between the filters and the rows. */
  above?: ReactNode;
  /** Instead of the count; `onRefresh` loads the list again. */
  summary?: (onRefresh: () => void) => ReactNode;
  empty: ReactNode;
  onScroll?: (top: number) => void;
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { name, texts, about, tabs, state, list, columns: all, standard, filters, tools, above } = props;
  const narrow = useNarrow();
  const question = useMemo(
    () => `${name} ${JSON.stringify([state.body, state.sorting])}`,
    [name, state.body, state.sorting],
  );
  const place = useListPlace(question, list.rows.length > 0);
  const { columns, toggle } = useColumns(narrow ? `${name}-narrow` : name, all, standard);
  const panel = useFilterPanel(name, filters?.shown ?? false);
  const refresh = () => {
    state.renew();
    // A custom window does not change the query, so it has to be asked again.
    if (!('preset' in state.choice)) void list.asked.refetch();
    place.toTop();
  };
  const { search: words, ...chips } = state.filter;
  const count = filterParts(chips).length + (filters?.count ?? 0);
  return (
    <Page
      wide
      title={texts.title}
      about={about}
      actions={<WindowPicker choice={state.choice} onChange={state.choose} />}
    >
      {tabs}
      <div className="grid min-w-0 gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <ListSearch texts={texts} value={words ?? ''} onLeave={place.focus} />
          {filters && <FilterButton {...panel} count={count} />}
          {narrow && <SortChoice state={state} columns={all} />}
          <ColumnChoice all={all} shown={columns} onToggle={toggle} />
          {tools}
        </div>
        {filters && (
          <div className="flex min-w-0 flex-wrap gap-2 empty:hidden">
            {filters.chips}
            <FilterChips
              filter={chips}
              onChange={(next) => state.setFilter(words === undefined ? next : { ...next, search: words })}
            />
          </div>
        )}
        <div className="flex min-w-0 items-start gap-4">
          {filters && (
            <FacetSidebar
              open={panel.open}
              onClose={() => panel.show(false)}
              asSheet={narrow}
              filter={state.filter}
              onChange={state.setFilter}
              window={windowIn(state.body)}
              of={filters.of ?? 'calls'}
              also={filters.also ?? {}}
            >
              {filters.own}
            </FacetSidebar>
          )}
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            {above}
            {props.summary?.(refresh) ?? (
              <Summary texts={texts} list={list} asOf={state.now} onRefresh={refresh} />
            )}
            <ListTableOf {...props} columns={columns} narrow={narrow} place={place} />
          </div>
        </div>
      </div>
    </Page>
  );
}

const windowIn = ({ startTime, endTime }: ListState['body']) =>
  endTime === undefined ? { startTime } : { startTime, endTime };

interface FilterPanel {
  open: boolean;
  show: (open: boolean) => void;
}

function useFilterPanel(name: string, usual: boolean): FilterPanel {
  const narrow = useNarrow();
  const store = storedAs<boolean | null>(`${name}.facets`, (text) =>
    text === null ? null : text === 'true',
  );
  const chosen = useStored(store);
  const [sheet, setSheet] = useState(false);
  return {
    open: narrow ? sheet : (chosen ?? usual),
    show: (open) => (narrow ? setSheet(open) : store.set(open)),
  };
}

function FilterButton({ open, show, count }: FilterPanel & { count: number }) {
  const texts = useTexts(listTexts);
  return (
    <Button
      size="small"
      icon={<ListFilter size={16} aria-hidden />}
      aria-expanded={open}
      onClick={() => show(!open)}
    >
      {texts.filters}
      {count > 0 && <span className="text-muted">{count}</span>}
    </Button>
  );
}

function ListSearch({ texts, value, onLeave }: { texts: ListPageTexts; value: string; onLeave: () => void }) {
  const [, change] = useUrl();
  const isSearch = value !== '';
  const look = useCallback(
    // One step back leaves the search, no matter how often the text changed.
    (text: string) => change({ search: text === '' ? undefined : text }, { replace: isSearch }),
    [change, isSearch],
  );
  return (
    <SearchBox
      label={texts.search}
      placeholder={texts.searchHint}
      value={value}
      onChange={look}
      onLeave={onLeave}
    />
  );
}

/** A phone hides most columns, and with them their titles to sort by. */
function SortChoice({
  state,
  columns,
}: {
  state: ListState;
  columns: readonly { id: string; title: string }[];
}) {
  const texts = useTexts(listTexts);
  const { sorts, sorting, setSorting } = state;
  if (sorts.by.length === 0) return null;
  return (
    <Field label={texts.sortBy} hideLabel>
      <Select
        className="h-8! w-auto"
        value={sorting.column}
        onChange={({ target }) => setSorting({ column: target.value, order: 'desc' })}
      >
        {columns
          .filter(({ id }) => sorts.by.includes(id))
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </Select>
    </Field>
  );
}

interface SummaryProps {
  texts: ListPageTexts;
  list: LoadedRows<unknown>;
  asOf: number;
  onRefresh: () => void;
}

function Summary({ texts, list: { asked, rows, looking }, asOf, onRefresh }: SummaryProps) {
  const own = useTexts(listTexts);
  const format = useFormat();
  const isLoaded = asked.data !== undefined;
  const count = (asked.hasNextPage ? texts.countMore : texts.count)(format.count(rows.length));
  return (
    <ListSummary
      text={looking ? own.looking : isLoaded ? count : ''}
      asOf={isLoaded ? asOf : null}
      isFetching={asked.isFetching}
      onRefresh={onRefresh}
    />
  );
}

interface ListTableOfProps<Row> extends ListPageProps<Row> {
  narrow: boolean;
  place: ReturnType<typeof useListPlace>;
}

function ListTableOf<Row>(props: ListTableOfProps<Row>) {
  const { texts, state, list, columns, lead, narrow, place, rowKey, rowHeight, link, total } = props;
  const { onLeave, onScroll, peek: drawn, keys } = props;
  const navigate = useNavigate();
  const [peeked, onPeek] = usePeek(place.focus);
  const shown = useMemo(() => (lead && !narrow ? [lead, ...columns] : columns), [lead, narrow, columns]);
  const open = (row: Row) => {
    place.leave();
    onLeave?.();
    void navigate({ ...link(row) } as NavigateOptions);
  };
  const peek = drawn && ((row: Row) => onPeek(rowKey(row)));
  const { by } = state.sorts;
  return (
    <>
      <ListRows
        of={list}
        framed
        endless
        skeleton={<TableSkeleton rowHeight={rowHeight ?? 40} />}
        empty={props.empty}
      >
        {(rows) => (
          <div
            ref={place.place}
            className="min-w-0"
            onScrollCapture={({ target }) => target instanceof HTMLElement && onScroll?.(target.scrollTop)}
          >
            <VirtualTable
              label={texts.title}
              columns={shown}
              rows={rows}
              rowKey={rowKey}
              onOpen={open}
              link={link}
              onEndNear={list.more}
              {...(rowHeight === undefined ? {} : { rowHeight })}
              {...(by.length > 0 ? { order: { by, sorting: state.sorting, onSort: state.setSorting } } : {})}
              {...(peek ? { onPick: peek, marked: peeked } : {})}
              {...(peek && peeked !== undefined ? { onActive: peek } : {})}
              keys={{ ...(peek ? { ' ': peek } : {}), ...keys }}
              {...(total === undefined ? {} : { total: Math.max(total, rows.length) })}
            />
          </div>
        )}
      </ListRows>
      {peeked !== undefined && drawn?.(peeked, onPeek)}
    </>
  );
}

/** The row beside the list. One step back closes it, no matter how many rows were looked at. */
function usePeek(toList: () => void) {
  const [search, change] = useUrl();
  const peeked = first(search['peek']);
  const peek = useCallback(
    (id: string | undefined) => {
      change({ peek: id }, { replace: peeked !== undefined });
      if (id === undefined) toList();
    },
    [change, peeked, toList],
  );
  return [peeked, peek] as const;
}
