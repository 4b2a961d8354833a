import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Ago, AppLink, Button, ButtonLink, Card, Money, type TableColumn, ListTable } from '#ui';
import { Clip } from '../clip.tsx';
import { useRunFigures } from '../figures.ts';
import { useMayWrite } from '../may-write.tsx';
import type { RunData } from '../types.ts';
import { RunBar, RunStatus, scoreTotal } from './run-status.tsx';
import { runTexts } from './texts.ts';
import { ScaleBar } from './score-chip.tsx';
import { StartRun } from './start-run.tsx';
import { isUnderWay, useRuns } from './use-live.ts';

const MEANS_SHOWN = 3;

export function useSourceText(): (run: RunData) => string {
  const texts = useTexts(runTexts);
  const format = useFormat();
  return ({ source, datasetId, datasetVersion, split, recentCount }) =>
    source === 'dataset'
      ? [
          texts.sourceDataset(datasetId ?? 0, datasetVersion ?? 1),
          ...(split === null ? [] : [texts.sourceSplit(split)]),
        ].join(' · ')
      : texts.sourceRecent(format.count(recentCount));
}

function Means({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const figures = useRunFigures();
  if (run.meanScores.length === 0) return <span className="text-muted">–</span>;
  const hidden = run.meanScores.length - MEANS_SHOWN;
  return (
    <ul className="grid gap-0.5">
      {run.meanScores.slice(0, MEANS_SHOWN).map(({ criterionId, name, mean, normalizedMean }) => (
        <li
          key={criterionId}
          className="grid max-w-72 grid-cols-[1fr_3rem_2.5rem] items-center gap-2 text-sm"
        >
          <Clip text={name} className="text-muted" />
          <ScaleBar normalized={normalizedMean} />
          <span className="text-right font-medium">{figures.score(mean)}</span>
        </li>
      ))}
      {hidden > 0 && <li className="text-xs text-muted">{texts.moreMeans(String(hidden))}</li>}
    </ul>
  );
}

function Scored({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  return (
    <div className="grid min-w-24 gap-1">
      <span className="whitespace-nowrap">
        {texts.progressText(format.count(run.scoredCount), format.count(scoreTotal(run)))}
      </span>
      {isUnderWay(run) && <RunBar run={run} />}
      {run.failedCount > 0 && (
        <span className="text-xs text-warm">{texts.unscored(format.count(run.failedCount))}</span>
      )}
    </div>
  );
}

function useRunColumns(): TableColumn<RunData>[] {
  const texts = useTexts(runTexts);
  const sourceOf = useSourceText();
  return [
    {
      id: 'run',
      title: texts.columns.run,
      cell: (run) => (
        <div className="grid max-w-64 min-w-0">
          <AppLink
            to="/evaluations/runs/$id"
            params={{ id: String(run.id) }}
            className="truncate font-medium text-accent underline-offset-3 hover:underline"
            title={run.name}
          >
            {run.name}
          </AppLink>
          <span className="truncate text-xs text-muted">
            #{run.id} · {sourceOf(run)}
          </span>
          <span className="mt-1 text-sm md:hidden">
            <RunStatus status={run.status} />
          </span>
        </div>
      ),
    },
    {
      id: 'status',
      title: texts.columns.status,
      cell: ({ status }) => <RunStatus status={status} />,
      wideOnly: true,
    },
    { id: 'means', title: texts.columns.means, cell: (run) => <Means run={run} />, wideOnly: true },
    { id: 'scored', title: texts.columns.scored, cell: (run) => <Scored run={run} /> },
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

export function RunList() {
  const texts = useTexts(runTexts);
  const mayWrite = useMayWrite();
  const [starting, setStarting] = useState(false);
  const list = useRows(useRuns(), ({ runs }) => runs);
  const columns = useRunColumns();
  const { rows: runs } = list;
  const completed = runs.filter(({ status }) => status === 'completed').length;
  const start = mayWrite && (
    <Button look="main" onClick={() => setStarting(true)}>
      {texts.start}
    </Button>
  );
  return (
    <>
      <Card
        title={texts.list}
        actions={
          runs.length > 0 && (
            <>
              {completed > 1 && <ButtonLink to="/evaluations/compare">{texts.compare}</ButtonLink>}
              {start}
            </>
          )
        }
      >
        <ListTable
          of={list}
          skeleton={5}
          label={texts.table}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            icon: <FlaskConical size={22} aria-hidden />,
            title: texts.none,
            actions: start,
            children: texts.noneAbout,
          }}
        />
      </Card>
      {starting && <StartRun onClose={() => setStarting(false)} />}
    </>
  );
}
