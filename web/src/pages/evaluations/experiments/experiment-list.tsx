import { Beaker } from 'lucide-react';
import { useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Ago, AppLink, ButtonLink, Card, Money, type TableColumn, ListTable } from '#ui';
import { useMayWrite } from '../may-write.tsx';
import { ExperimentBar, ExperimentStatus } from './experiment-status.tsx';
import { experimentTexts } from './texts.ts';
import { isExperimentOpen, useExperiments, type ExperimentData } from './use-experiments.ts';

function useExperimentColumns(): TableColumn<ExperimentData>[] {
  const texts = useTexts(experimentTexts);
  const format = useFormat();
  return [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ id, name, itemCount, variants, status }) => (
        <div className="grid max-w-72 min-w-0">
          <AppLink
            to="/evaluations/experiments/$id"
            params={{ id }}
            className="truncate font-medium text-accent underline-offset-3 hover:underline"
            title={name}
          >
            {name}
          </AppLink>
          <span className="truncate text-xs text-muted">
            {texts.size(format.count(itemCount), variants.length)}
          </span>
          <span className="mt-1 text-sm md:hidden">
            <ExperimentStatus status={status} />
          </span>
        </div>
      ),
    },
    {
      id: 'status',
      title: texts.columns.status,
      cell: ({ status }) => <ExperimentStatus status={status} />,
      wideOnly: true,
    },
    {
      id: 'progress',
      title: texts.columns.progress,
      cell: (experiment) => (
        <div className="grid min-w-24 gap-1">
          <span className="whitespace-nowrap">
            {texts.progressText(format.count(experiment.doneCount), format.count(experiment.cellCount))}
          </span>
          {isExperimentOpen(experiment) && <ExperimentBar of={experiment} />}
          {experiment.failedCount > 0 && (
            <span className="text-xs text-warm">
              {texts.failedCells(format.count(experiment.failedCount))}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'cost',
      title: texts.columns.cost,
      number: true,
      cell: ({ costUsd }) => <Money usd={costUsd} />,
      wideOnly: true,
    },
    {
      id: 'created',
      title: texts.columns.created,
      number: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ];
}

export function ExperimentsTab() {
  const texts = useTexts(experimentTexts);
  const mayWrite = useMayWrite();
  const list = useRows(useExperiments(), ({ experiments }) => experiments);
  const columns = useExperimentColumns();
  const make = mayWrite && (
    <ButtonLink look="main" to="/evaluations/experiments/new">
      {texts.make}
    </ButtonLink>
  );
  return (
    <Card title={texts.list} about={texts.listAbout} actions={list.rows.length > 0 && make}>
      <ListTable
        of={list}
        skeleton={5}
        label={texts.table}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: <Beaker size={22} aria-hidden />,
          title: texts.none,
          actions: make,
          children: texts.noneAbout,
        }}
      />
    </Card>
  );
}
