import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Ago,
  AppLink,
  Badge,
  Button,
  Card,
  EmptyState,
  Loaded,
  LoadMore,
  SkeletonRows,
  Table,
  type TableColumn,
} from '#ui';
import { DatasetForm } from './dataset-form.tsx';
import { datasetTexts } from './texts.ts';
import { useMayWrite } from '../may-write.tsx';

type Dataset = Schemas['EvalDatasetSummary'];

export function DatasetList() {
  const texts = useTexts(datasetTexts);
  const format = useFormat();
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useState(false);
  const list = useGetPages('/v1/eval-datasets', { query: { limit: 50 } });
  const datasets = list.data?.pages.flatMap((page) => page.datasets) ?? [];
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const columns: TableColumn<Dataset>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ id, name, description, frozen }) => (
        <div className="grid max-w-96 min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <AppLink
              to="/evaluations/datasets/$id"
              params={{ id: String(id) }}
              className="truncate font-medium hover:underline"
              title={name}
            >
              {name}
            </AppLink>
            {frozen && <Badge tone="cool">{texts.frozen}</Badge>}
          </span>
          {description !== null && (
            <span className="truncate text-sm text-muted" title={description}>
              {description}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'items',
      title: texts.columns.items,
      number: true,
      cell: ({ itemCount }) => format.count(itemCount),
    },
    {
      id: 'version',
      title: texts.columns.version,
      number: true,
      cell: ({ version }) => format.count(version),
      wideOnly: true,
    },
    {
      id: 'updated',
      title: texts.columns.updated,
      number: true,
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
    },
  ];
  return (
    <>
      <Card title={texts.list} about={texts.about} actions={datasets.length > 0 && create}>
        <Loaded
          of={list}
          skeleton={<SkeletonRows rows={4} />}
          empty={
            datasets.length === 0 && (
              <EmptyState icon={<Database size={22} aria-hidden />} title={texts.none} actions={create}>
                {texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <>
              <Table label={texts.table} columns={columns} rows={datasets} rowKey={({ id }) => id} />
              <LoadMore pages={list} />
            </>
          )}
        </Loaded>
      </Card>
      {creating && <DatasetForm onClose={() => setCreating(false)} />}
    </>
  );
}
