import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, type Schemas, useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Ago, AppLink, Badge, Button, Card, type TableColumn, ListTable } from '#ui';
import { DatasetForm } from './dataset-form.tsx';
import { datasetTexts } from './texts.ts';
import { useMayWrite } from '../may-write.tsx';

type Dataset = Schemas['EvalDatasetSummary'];

function useDatasetColumns(): TableColumn<Dataset>[] {
  const texts = useTexts(datasetTexts);
  const format = useFormat();
  return [
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
}

export function DatasetList() {
  const texts = useTexts(datasetTexts);
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useState(false);
  const list = useRows(
    useGetPages('/v1/eval-datasets', { query: { limit: 50 } }),
    ({ datasets }) => datasets,
  );
  const columns = useDatasetColumns();
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <Card title={texts.list} about={texts.about} actions={list.rows.length > 0 && create}>
        <ListTable
          of={list}
          label={texts.table}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            icon: <Database size={22} aria-hidden />,
            title: texts.none,
            actions: create,
            children: texts.noneAbout,
          }}
        />
      </Card>
      {creating && <DatasetForm onClose={() => setCreating(false)} />}
    </>
  );
}
