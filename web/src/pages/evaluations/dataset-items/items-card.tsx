// The items of a dataset, as many as there are: searched, narrowed to a split, in the current version or an
// earlier one. The item in the drawer, the split and the version are in the URL.
import { ListPlus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useGetPages, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Badge,
  Button,
  Card,
  Dialog,
  EmptyState,
  Field,
  ListSummary,
  Loaded,
  SearchBox,
  Select,
  SkeletonRows,
  VirtualTable,
  say,
  useDatasetLimits,
  type VirtualColumn,
} from '#ui';
import { ItemsFromCalls } from '../datasets/from-calls.tsx';
import { datasetTexts } from '../datasets/texts.ts';
import { UploadItems } from '../dataset-upload/upload-dialog.tsx';
import { useMayWrite } from '../may-write.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { ItemDrawer } from './item-drawer.tsx';
import { ItemForm } from './item-form.tsx';
import { valueLine } from './item-value.ts';
import { itemTexts } from './texts.ts';
import { VersionsDialog } from './versions-dialog.tsx';

type Item = Schemas['EvalDatasetFullItem'];
type Doing = 'add' | 'calls' | 'upload' | 'versions' | null;

/** A search may return a page without a match; the next one is asked for until there are so many rows. */
const FEW_ROWS = 30;

export function DatasetItems({ dataset }: { dataset: Schemas['EvalDataset'] }) {
  const texts = useTexts(itemTexts);
  const words = useTexts(datasetTexts);
  const format = useFormat();
  const limits = useDatasetLimits();
  const [search, change] = useUrl();
  const [doing, setDoing] = useState<Doing>(null);
  const past = Number(first(search['version'])) || undefined;
  const split = first(search['split']);
  const text = first(search['q']) ?? '';
  const may = useMayWrite() && !dataset.frozen && past === undefined;
  const query = {
    limit: 200,
    ...(past === undefined ? {} : { version: past }),
    ...(split ? { split } : {}),
    ...(text === '' ? {} : { search: text }),
  };
  const asked = useGetPages(
    '/v1/eval-datasets/{id}/items',
    { path: { id: dataset.id }, query },
    { keepPrevious: true },
  );
  const { hasNextPage, isFetching, fetchNextPage } = asked;
  const items = useMemo(() => asked.data?.pages.flatMap((page) => page.items) ?? [], [asked.data]);
  const splits = asked.data?.pages[0]?.splits ?? [];
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  useEffect(() => {
    if (items.length < FEW_ROWS) more();
  }, [items.length, more]);
  const chosen = Number(first(search['item']));
  const at = items.findIndex(({ id }) => id === chosen);
  const item = items[at];
  const open = (row: Item | undefined) => change({ item: row && String(row.id) }, { replace: true });
  const listBox = useRef<HTMLDivElement>(null);
  const columns = useColumnsOfItems(items);
  const isEmpty = dataset.itemCount === 0 && past === undefined;
  const actions = (
    <>
      <Button onClick={() => setDoing('versions')}>{texts.versions}</Button>
      {!isEmpty && <DownloadMenu datasetId={dataset.id} version={past} />}
      {may && dataset.itemCount < limits.items && (
        <>
          <Button onClick={() => setDoing('calls')}>{words.fromCalls}</Button>
          <Button onClick={() => setDoing('upload')}>{words.upload}</Button>
          <Button look={isEmpty ? 'main' : 'plain'} onClick={() => setDoing('add')}>
            {words.add}
          </Button>
        </>
      )}
    </>
  );
  const close = () => setDoing(null);
  return (
    <>
      <Card
        title={words.items}
        about={words.itemsAbout(format.count(dataset.itemCount), format.count(limits.items))}
        actions={!isEmpty && actions}
      >
        {past !== undefined && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-cool-soft px-3.5 py-2.5 text-cool">
            <p className="min-w-0 flex-1">
              {texts.pastVersion(format.count(past), format.count(dataset.version))}
            </p>
            <Button size="small" onClick={() => change({ version: undefined, item: undefined })}>
              {texts.toCurrent}
            </Button>
          </div>
        )}
        {isEmpty ? (
          <EmptyState icon={<ListPlus size={22} aria-hidden />} title={words.noItems} actions={actions}>
            {words.noItemsAbout}
          </EmptyState>
        ) : (
          <>
            <div className="flex min-w-0 flex-wrap items-center gap-2">
              <SearchBox
                label={texts.search}
                placeholder={texts.searchPlaceholder}
                value={text}
                onChange={(q) => change({ q: q === '' ? undefined : q, item: undefined }, { replace: true })}
                onLeave={() => listBox.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()}
              />
              {(splits.length > 0 || split) && (
                <Field label={texts.splitFilter} hideLabel>
                  <Select
                    className="h-8! w-auto"
                    value={split ?? ''}
                    onChange={({ target }) =>
                      change({ split: target.value === '' ? undefined : target.value, item: undefined })
                    }
                  >
                    <option value="">{texts.allSplits}</option>
                    {splits.map(({ name, itemCount }) => (
                      <option key={name} value={name}>
                        {texts.splitOption(name, format.count(itemCount))}
                      </option>
                    ))}
                  </Select>
                </Field>
              )}
            </div>
            <Loaded
              of={asked}
              skeleton={<SkeletonRows rows={8} />}
              empty={
                items.length === 0 &&
                !hasNextPage && <p className="py-6 text-center text-muted">{texts.noneFound}</p>
              }
            >
              {() => (
                <div ref={listBox} className="grid min-w-0 gap-1">
                  <ListSummary
                    text={
                      hasNextPage
                        ? texts.shown(format.count(items.length), format.count(dataset.itemCount))
                        : texts.all(format.count(items.length))
                    }
                    asOf={asked.dataUpdatedAt || null}
                    isFetching={isFetching}
                    onRefresh={() => void asked.refetch()}
                  />
                  <VirtualTable
                    label={texts.table}
                    columns={columns}
                    rows={items}
                    rowKey={({ id }) => String(id)}
                    onOpen={open}
                    marked={item && String(item.id)}
                    onActive={(row) => item && open(row)}
                    onEndNear={more}
                    className="max-h-[70vh]"
                  />
                </div>
              )}
            </Loaded>
          </>
        )}
      </Card>
      {item && (
        <ItemDrawer
          datasetId={dataset.id}
          item={item}
          mayEdit={may}
          splits={splits.map(({ name }) => name)}
          onClose={() => open(undefined)}
          onBefore={at > 0 ? () => open(items[at - 1]) : undefined}
          onAfter={at < items.length - 1 ? () => open(items[at + 1]) : undefined}
        />
      )}
      {doing === 'add' && (
        <Dialog open wide onClose={close} title={words.addTitle}>
          <ItemForm
            datasetId={dataset.id}
            splits={splits.map(({ name }) => name)}
            onSaved={() => {
              say(words.saved);
              close();
            }}
          />
        </Dialog>
      )}
      {doing === 'calls' && <ItemsFromCalls dataset={dataset} onClose={close} />}
      {doing === 'upload' && <UploadItems datasetId={dataset.id} onClose={close} />}
      {doing === 'versions' && <VersionsDialog dataset={dataset} onClose={close} />}
    </>
  );
}

/** Splits and metadata have a column only if an item has them: most datasets have neither. */
function useColumnsOfItems(items: readonly Item[]): VirtualColumn<Item>[] {
  const { columns } = useTexts(itemTexts);
  const { noExpected } = useTexts(datasetTexts);
  const hasSplits = items.some(({ split }) => split !== null);
  const hasMetadata = items.some(({ metadata }) => metadata !== null);
  const all: VirtualColumn<Item>[] = [
    {
      id: 'id',
      title: columns.id,
      width: '64px',
      number: true,
      cell: ({ id }) => id,
    },
    {
      id: 'input',
      title: columns.input,
      width: 'minmax(160px, 2fr)',
      cell: ({ input }) => <span className="block truncate">{valueLine(input)}</span>,
    },
    {
      id: 'expected',
      title: columns.expected,
      width: 'minmax(140px, 1.4fr)',
      yields: 3,
      cell: ({ expectedOutput }) =>
        expectedOutput === null ? (
          <span className="text-muted">{noExpected}</span>
        ) : (
          <span className="block truncate">{valueLine(expectedOutput)}</span>
        ),
    },
    {
      id: 'split',
      title: columns.split,
      width: '110px',
      yields: 2,
      cell: ({ split }) => split !== null && <Badge>{split}</Badge>,
    },
    {
      id: 'metadata',
      title: columns.metadata,
      width: 'minmax(120px, 1fr)',
      yields: 1,
      cell: ({ metadata }) =>
        metadata !== null && (
          <code className="block truncate font-mono text-xs text-muted">{valueLine(metadata)}</code>
        ),
    },
  ];
  return all.filter(({ id }) => (id !== 'split' || hasSplits) && (id !== 'metadata' || hasMetadata));
}
