// One experiment: progress and cost while it runs, the leaderboard and the results.
import { useNavigate, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import {
  Button,
  ButtonAnchor,
  Card,
  ConfirmDialog,
  Duration,
  ErrorNotice,
  Loaded,
  Money,
  Page,
  Skeleton,
  Stat,
  TextLink,
  Time,
  say,
} from '#ui';
import { BackTo } from '../clip.tsx';
import { useMayWrite } from '../may-write.tsx';
import { ExperimentBar, ExperimentStatus } from './experiment-status.tsx';
import { LeaderboardCard } from './leaderboard.tsx';
import { ResultsCard } from './results-card.tsx';
import { experimentTexts } from './texts.ts';
import {
  EXPERIMENTS,
  isExperimentOpen,
  useExperiment,
  useLastAnswers,
  type ExperimentData,
} from './use-experiments.ts';

export function ExperimentPage() {
  const texts = useTexts(experimentTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useExperiment(id);
  useLastAnswers(asked.data !== undefined && isExperimentOpen(asked.data));
  if (!asked.data)
    return (
      <Page title={texts.list} about={<BackTo tab="experiments" />}>
        <Loaded of={asked} error="card" skeleton={<Skeleton className="h-64" />}>
          {() => null}
        </Loaded>
      </Page>
    );
  const experiment = asked.data;
  return (
    <Page
      wide
      title={experiment.name}
      about={
        <BackTo tab="experiments">
          <ExperimentStatus status={experiment.status} />
          <DatasetOf experiment={experiment} />
          <Time at={experiment.createdAt} />
        </BackTo>
      }
      actions={<ExperimentActions experiment={experiment} />}
    >
      <ExperimentProgress experiment={experiment} />
      <LeaderboardCard experiment={experiment} />
      <ResultsCard experiment={experiment} />
    </Page>
  );
}

/** The dataset by its name; by its number while the name is unknown. */
function DatasetOf({ experiment: { datasetId, datasetVersion } }: { experiment: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const { data } = useGet('/v1/eval-datasets/{id}', { path: { id: datasetId }, query: { itemLimit: 0 } });
  return (
    <span>
      <TextLink to="/evaluations/datasets/$id" params={{ id: String(datasetId) }}>
        {data?.name ?? texts.datasetNumber(datasetId)}
      </TextLink>{' '}
      · {texts.datasetVersion(datasetVersion)}
    </span>
  );
}

function ExperimentProgress({ experiment }: { experiment: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const format = useFormat();
  const { doneCount, failedCount, cellCount, startedAt, endedAt, shipped } = experiment;
  const ended = endedAt === null ? null : Date.parse(endedAt);
  const taken = startedAt === null || ended === null ? null : ended - Date.parse(startedAt);
  return (
    <Card>
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat
          label={texts.answers}
          value={texts.progressText(format.count(doneCount), format.count(cellCount))}
        >
          {failedCount > 0 && (
            <span className="text-sm text-warm">{texts.failedCells(format.count(failedCount))}</span>
          )}
        </Stat>
        <Stat label={texts.cost} value={<Money usd={experiment.costUsd} />}>
          {experiment.limitUsd !== null && (
            <span className="text-sm text-muted">{texts.costLimit(format.money(experiment.limitUsd))}</span>
          )}
        </Stat>
        <Stat label={texts.timeTaken} value={<Duration ms={taken} />} />
      </div>
      {experiment.status !== 'draft' && <ExperimentBar of={experiment} />}
      {experiment.message !== null && (
        <p role="status" className="text-warm">
          {experiment.message}
        </p>
      )}
      {shipped && (
        <p className="text-sm text-good">{texts.shippedNote(shipped.name, shipped.version, shipped.label)}</p>
      )}
    </Card>
  );
}

function ExperimentActions({ experiment }: { experiment: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const options = { changes: [EXPERIMENTS] };
  const start = useSend('post', '/v1/experiments/{id}/start', options);
  const pause = useSend('post', '/v1/experiments/{id}/pause', options);
  const resume = useSend('post', '/v1/experiments/{id}/resume', options);
  const cancel = useSend('post', '/v1/experiments/{id}/cancel', {
    ...options,
    onSuccess: () => setAsking(null),
  });
  const remove = useSend('delete', '/v1/experiments/{id}', {
    onSuccess: () => {
      say(texts.deleted);
      void navigate({ to: '/evaluations', search: { tab: 'experiments' } });
    },
  });
  const path = { id: experiment.id };
  const { status } = experiment;
  const isEnded = status === 'done' || status === 'failed' || status === 'cancelled';
  const confirming = asking === 'cancel' ? cancel : remove;
  const error = start.error ?? pause.error ?? resume.error;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {experiment.doneCount > 0 && (
        <ButtonAnchor
          href={`${BASE_PATH}/v1/experiments/${experiment.id}/export`}
          icon={<Download size={16} aria-hidden />}
        >
          {texts.download}
        </ButtonAnchor>
      )}
      {mayWrite && status === 'draft' && (
        <Button look="main" busy={start.isPending} onClick={() => start.mutate({ path })}>
          {texts.start}
        </Button>
      )}
      {mayWrite && isExperimentOpen(experiment) && (
        <Button busy={pause.isPending} onClick={() => pause.mutate({ path })}>
          {texts.pause}
        </Button>
      )}
      {mayWrite && status === 'paused' && (
        <Button look="main" busy={resume.isPending} onClick={() => resume.mutate({ path, body: {} })}>
          {texts.resume}
        </Button>
      )}
      {mayWrite && (status === 'done' || status === 'failed') && experiment.failedCount > 0 && (
        <Button busy={resume.isPending} onClick={() => resume.mutate({ path, body: { retryFailed: true } })}>
          {texts.retry}
        </Button>
      )}
      {mayWrite && !isEnded && (
        <Button look="danger" onClick={() => setAsking('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {mayWrite && isEnded && (
        <Button look="danger" onClick={() => setAsking('delete')}>
          {texts.delete}
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'delete' ? texts.deleteTitle : texts.cancelTitle}
        about={asking === 'delete' ? texts.deleteAbout : texts.cancelAbout}
        action={asking === 'delete' ? texts.delete : texts.cancel}
        busy={confirming.isPending}
        error={confirming.error}
        onClose={() => setAsking(null)}
        onConfirm={() => confirming.mutate({ path })}
      />
    </>
  );
}
