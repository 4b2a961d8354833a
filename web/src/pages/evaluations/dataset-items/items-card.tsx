// The items of a dataset, as many as there are: searched, narrowed to a split, in the current version or an
// earlier one. The item in the drawer, the split and the version are in the URL.
import { ListPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useGetPages, useRows, type Schemas } from '#api';
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
  ListRows,
  ListSummary,
  SearchBox,
  Select,
  VirtualTable,
  say,
  DatasetLimit,
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

/** A search may return short pages. */
const ENOUGH = 30;
const itemsIn = ({ items }: Schemas['EvalDatasetItems']) => items;

/** The state of the list in the URL, and the items that it shows. */
function useItems(dataset: Schemas['EvalDataset']) {
  const [search, change] = useUrl();
  const version = Number(first(search['version'])) || undefined;
  const split = first(search['split']);
  const text = first(search['q']) ?? '';
  const asked = useGetPages(
    '/v1/eval-datasets/{id}/items',
    {
      path: { id: dataset.id },
      query: {
        limit: 200,
        ...(version === undefined ? {} : { version }),
        ...(split ? { split } : {}),
        ...(text === '' ? {} : { search: text }),
      },
    },
    { keepPrevious: true },
  );
  const list = useRows(asked, itemsIn, { enough: ENOUGH });
  const chosen = Number(first(search['item']));
  return {
    change,
    version,
    split,
    text,
    asked,
    list,
    splits: asked.data?.pages[0]?.splits ?? [],
    at: list.rows.findIndex(({ id }) => id === chosen),
    open: (row: Item | undefined) => change({ item: row && String(row.id) }, { replace: true }),
  };
}
type Items = ReturnType<typeof useItems>;

export function DatasetItems({ dataset }: { dataset: Schemas['EvalDataset'] }) {
  const texts = useTexts(itemTexts);
  const words = useTexts(datasetTexts);
  const format = useFormat();
  const limits = useDatasetLimits();
  const [doing, setDoing] = useState<Doing>(null);
  const items = useItems(dataset);
  const { version } = items;
  const may = useMayWrite() && !dataset.frozen && version === undefined;
  const isEmpty = dataset.itemCount === 0 && version === undefined;
  const actions = (
    <>
      <Button onClick={() => setDoing('versions')}>{texts.versions}</Button>
      {!isEmpty && <DownloadMenu datasetId={dataset.id} version={version} />}
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
  return (
    <>
      <Card
        title={words.items}
        about={words.itemsAbout(format.count(dataset.itemCount), format.count(limits.items))}
        actions={!isEmpty && actions}
      >
        {version !== undefined && <PastVersion version={version} dataset={dataset} items={items} />}
        {may && <DatasetLimit wanted={dataset.itemCount + 1} />}
        {isEmpty ? (
          <EmptyState icon={<ListPlus size={22} aria-hidden />} title={words.noItems} actions={actions}>
            {words.noItemsAbout}
          </EmptyState>
        ) : (
          <ItemList dataset={dataset} items={items} />
        )}
      </Card>
      <OpenItem datasetId={dataset.id} items={items} mayEdit={may} />
      <Doings dataset={dataset} doing={doing} splits={items.splits} onClose={() => setDoing(null)} />
    </>
  );
}

interface PartProps {
  dataset: Schemas['EvalDataset'];
  items: Items;
}

function PastVersion({ version, dataset, items: { change } }: PartProps & { version: number }) {
  const texts = useTexts(itemTexts);
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border bg-cool-soft px-3.5 py-2.5 text-cool">
      <p className="min-w-0 flex-1">
        {texts.pastVersion(format.count(version), format.count(dataset.version))}
      </p>
      <Button size="small" onClick={() => change({ version: undefined, item: undefined })}>
        {texts.toCurrent}
      </Button>
    </div>
  );
}

function ItemList({ dataset, items }: PartProps) {
  const texts = useTexts(itemTexts);
  const format = useFormat();
  const { asked, list, text, change, at, open } = items;
  const columns = useColumnsOfItems(list.rows);
  const box = useRef<HTMLDivElement>(null);
  const item = list.rows[at];
  const shown = format.count(list.rows.length);
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <SearchBox
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          value={text}
          onChange={(q) => change({ q: q === '' ? undefined : q, item: undefined }, { replace: true })}
          onLeave={() => box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()}
        />
        <SplitFilter items={items} />
      </div>
      <ListRows
        of={list}
        endless
        skeleton={8}
        empty={<p className="py-6 text-center text-muted">{texts.noneFound}</p>}
      >
        {(rows) => (
          <div ref={box} className="grid min-w-0 gap-1">
            <ListSummary
              text={
                asked.hasNextPage ? texts.shown(shown, format.count(dataset.itemCount)) : texts.all(shown)
              }
              asOf={asked.dataUpdatedAt || null}
              isFetching={asked.isFetching}
              onRefresh={() => void asked.refetch()}
            />
            <VirtualTable
              label={texts.table}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => String(id)}
              onOpen={open}
              marked={item && String(item.id)}
              onActive={(row) => item && open(row)}
              onEndNear={list.more}
              className="max-h-[70vh]"
            />
          </div>
        )}
      </ListRows>
    </>
  );
}

function SplitFilter({ items: { splits, split, change } }: { items: Items }) {
  const texts = useTexts(itemTexts);
  const format = useFormat();
  if (splits.length === 0 && !split) return null;
  return (
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
  );
}

interface OpenItemProps {
  datasetId: number;
  items: Items;
  mayEdit: boolean;
}

function OpenItem({ datasetId, items: { list, at, open, splits }, mayEdit }: OpenItemProps) {
  const { rows } = list;
  const item = rows[at];
  if (!item) return null;
  return (
    <ItemDrawer
      datasetId={datasetId}
      item={item}
      mayEdit={mayEdit}
      splits={splits.map(({ name }) => name)}
      onClose={() => open(undefined)}
      onBefore={at > 0 ? () => open(rows[at - 1]) : undefined}
      onAfter={at < rows.length - 1 ? () => open(rows[at + 1]) : undefined}
    />
  );
}

interface DoingsProps {
  dataset: Schemas['EvalDataset'];
  doing: Doing;
  splits: Items['splits'];
  onClose: () => void;
}

/** The dialog of what is being done to the items. */
function Doings({ dataset, doing, splits, onClose }: DoingsProps) {
  const words = useTexts(datasetTexts);
  if (doing === 'calls') return <ItemsFromCalls dataset={dataset} onClose={onClose} />;
  if (doing === 'upload') return <UploadItems dataset={dataset} onClose={onClose} />;
  if (doing === 'versions') return <VersionsDialog dataset={dataset} onClose={onClose} />;
  if (doing !== 'add') return null;
  return (
    <Dialog open wide onClose={onClose} title={words.addTitle}>
      <ItemForm
        datasetId={dataset.id}
        splits={splits.map(({ name }) => name)}
        onSaved={() => {
          say(words.saved);
          onClose();
        }}
      />
    </Dialog>
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
