// The table of tools or agents. It is short, so the page sorts it.
import { useMemo } from 'react';
import { useFormat, useTexts } from '#i18n';
import { writeFilter } from '#lib/call-filter';
import { withChosen } from '#lib/chosen-values';
import { readSorting, writeSorting, type Sorts } from '#lib/list-state';
import { writeWindow, type WindowChoice } from '#lib/time-window';
import { useUrl } from '#lib/url-state';
import { Ago, Duration, Money, TextLink, VirtualTable, type Scope, type VirtualColumn } from '#ui';
import { SORTED_BY, sortRows, type ToolKind, type NamedRow, type SortedBy } from './join-rows.ts';
import { toolsTexts } from './texts.ts';
import { useFurther, type Further } from './use-named-rows.ts';

const SORTS: Sorts<SortedBy> = { by: SORTED_BY, usual: { column: 'count', order: 'desc' } };
/** Names with percentiles and others of their own: two figures each. */
const MOST = 30;

interface NamedTableProps {
  kind: ToolKind;
  rows: readonly NamedRow[];
  scope: Scope;
  choice: WindowChoice;
}

export function NamedTable({ kind, rows, scope, choice }: NamedTableProps) {
  const texts = useTexts(toolsTexts);
  const [search, change] = useUrl();
  const sorting = readSorting(search, SORTS);
  const sorted = useMemo(
    () => sortRows(rows, sorting.column, sorting.order),
    [rows, sorting.column, sorting.order],
  );
  const names = useMemo(() => sorted.slice(0, MOST).map(({ name }) => name), [sorted]);
  const further = useFurther(kind, names, scope);
  const linkOf = (name: string, failed = false) => {
    const ofKind = withChosen(withChosen(scope.filter, kind, { is: [name], isNot: [] }), 'type', {
      is: [kind],
      isNot: [],
    });
    const filter = failed ? withChosen(ofKind, 'status', { is: ['failed'], isNot: [] }) : ofKind;
    return { to: '/spans', search: { ...writeFilter(filter), ...writeWindow(choice) } } as const;
  };
  return (
    <VirtualTable
      label={texts.kinds[kind]}
      rows={sorted}
      rowKey={({ name }) => name}
      columns={useColumns(kind, further, linkOf)}
      order={{
        by: SORTED_BY,
        sorting,
        onSort: ({ column, order }) =>
          change(writeSorting(readSorting({ sort: column, order }, SORTS), SORTS), { replace: true }),
      }}
    />
  );
}

type LinkOf = (
  name: string,
  failed?: boolean,
) => { to: '/spans'; search: Record<string, string | string[] | undefined> };

function useColumns(
  kind: ToolKind,
  further: ReadonlyMap<string, Further>,
  linkOf: LinkOf,
): readonly VirtualColumn<NamedRow>[] {
  const texts = useTexts(toolsTexts);
  const format = useFormat();
  const { columns: titles } = texts;
  return [
    {
      id: 'name',
      title: titles[kind],
      width: 'minmax(150px, 2fr)',
      cell: ({ name }) => (
        <TextLink {...linkOf(name)} title={texts.allOf(name)} className="block truncate">
          {name}
        </TextLink>
      ),
    },
    {
      id: 'count',
      title: kind === 'tool' ? titles.count : texts.runs,
      width: '76px',
      number: true,
      cell: ({ count }) => format.count(count),
    },
    {
      id: 'share',
      title: titles.share,
      width: '120px',
      yields: 2,
      cell: ({ share }) => (
        <span className="flex items-center gap-2">
          <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-sm bg-sunken">
            <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="w-10 shrink-0 text-right text-xs text-muted">{format.share(share)}</span>
        </span>
      ),
    },
    {
      id: 'errors',
      title: titles.errors,
      width: '80px',
      number: true,
      cell: ({ name, errors }) =>
        errors === 0 ? (
          <span className="text-muted">0</span>
        ) : (
          <TextLink
            {...linkOf(name, true)}
            aria-label={texts.failing(format.count(errors), name)}
            className="text-bad"
          >
            {format.count(errors)}
          </TextLink>
        ),
    },
    {
      id: 'rate',
      title: titles.rate,
      width: '92px',
      yields: 5,
      number: true,
      cell: ({ rate }) => (
        <span className={rate !== null && rate > 0 ? 'text-bad' : 'text-muted'}>{format.share(rate)}</span>
      ),
    },
    {
      id: 'mean',
      title: titles.mean,
      width: '88px',
      yields: 4,
      number: true,
      cell: ({ meanMs }) => <Duration ms={meanMs} />,
    },
    {
      id: 'p95',
      title: titles.p95,
      width: '88px',
      yields: 6,
      number: true,
      cell: ({ name }) => <Duration ms={further.get(name)?.p95Ms ?? null} />,
    },
    ...(kind === 'agent'
      ? [
          {
            id: 'cost',
            title: titles.cost,
            width: '150px',
            yields: 7,
            number: true,
            cell: ({ costUsd }: NamedRow) => <Money usd={costUsd} />,
          },
        ]
      : []),
    {
      id: 'others',
      title: kind === 'tool' ? titles.usedBy : titles.uses,
      width: 'minmax(140px, 1.6fr)',
      yields: 3,
      cell: ({ name }) => {
        const others = further.get(name)?.others ?? [];
        return (
          <span className="block truncate text-muted" title={others.join(', ')}>
            {others.slice(0, 3).join(', ')}
            {others.length > 3 && ` ${texts.more(others.length - 3)}`}
          </span>
        );
      },
    },
    {
      id: 'last',
      title: titles.last,
      width: '112px',
      yields: 1,
      cell: ({ lastSeen }) => <Ago at={lastSeen} />,
    },
  ];
}
