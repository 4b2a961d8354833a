// One run: progress, mean scores, every score with its reasoning, and every missing score with its reason.
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  Duration,
  Loaded,
  Money,
  Page,
  Skeleton,
  SkeletonRows,
  Stat,
  Time,
  Waiting,
  say,
} from '#ui';
import { BackTo, Clip } from '../clip.tsx';
import { useRunFigures } from '../figures.ts';
import { useMayWrite } from '../may-write.tsx';
import type { RunData } from '../types.ts';
import { useReason } from '../use-reason.ts';
import { useSourceText } from './run-list.tsx';
import { RunScores } from './run-scores.tsx';
import { RunBar, RunStatus, scoreTotal } from './run-status.tsx';
import { runTexts } from './texts.ts';
import { ScaleBar } from './score-chip.tsx';
import { isUnderWay, useRun } from './use-live.ts';
import { WithoutScore } from './without-score.tsx';

export function RunPage() {
  const texts = useTexts(runTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useRun(Number(id));
  useNews(asked.data?.run);
  if (asked.isPending || asked.isError) {
    const skeleton = (
      <Waiting>
        <div className="grid gap-4">
          <Skeleton className="h-32" />
          <Skeleton className="h-40" />
          <SkeletonRows rows={6} />
        </div>
      </Waiting>
    );
    return (
      <Page title={texts.runTitle(Number(id), texts.columns.run)} about={<BackTo tab="runs" />}>
        <Loaded of={asked} error="card" skeleton={skeleton}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const { run, scores, trajectoryScores, truncated } = asked.data;
  const all = [...scores, ...trajectoryScores];
  return (
    <Page
      wide
      title={texts.runTitle(run.id, run.name)}
      about={<About run={run} />}
      actions={<Actions run={run} />}
    >
      <Progress run={run} />
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        <MeanScores run={run} />
        <WithoutScore scores={all} />
      </div>
      <RunScores run={run} scores={all} isCut={truncated} />
    </Page>
  );
}

/** Announces the end of a run to users who are looking elsewhere. */
function useNews(run: RunData | undefined): void {
  const texts = useTexts(runTexts);
  const before = useRef<RunData['status'] | null>(null);
  useEffect(() => {
    if (!run) return;
    const was = before.current;
    before.current = run.status;
    if (was !== null && isUnderWay({ status: was }) && run.status === 'completed')
      say(texts.finished(run.name));
  }, [run, texts]);
}

function About({ run }: { run: RunData }) {
  const sourceOf = useSourceText();
  return (
    <BackTo tab="runs">
      <RunStatus status={run.status} />
      <span>{sourceOf(run)}</span>
      <Time at={run.createdAt} />
      {run.label !== null && <Clip text={run.label} className="max-w-48" />}
    </BackTo>
  );
}

function Actions({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const mayWrite = useMayWrite();
  const [asking, setAsking] = useState(false);
  const cancel = useSend('post', '/v1/eval-runs/{id}/cancel', {
    changes: ['/v1/eval-runs'],
    onSuccess: () => {
      setAsking(false);
      say(texts.canceled);
    },
  });
  if (run.status === 'completed') {
    return (
      <ButtonLink to="/evaluations/compare" search={{ candidate: String(run.id) }}>
        {texts.compareThis}
      </ButtonLink>
    );
  }
  if (!isUnderWay(run) || !mayWrite) return null;
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        title={texts.cancelTitle}
        about={texts.cancelAbout}
        action={texts.cancel}
        busy={cancel.isPending}
        error={cancel.error}
        onClose={() => {
          cancel.reset();
          setAsking(false);
        }}
        onConfirm={() => cancel.mutate({ path: { id: run.id } })}
      />
    </>
  );
}

function Progress({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const reasonOf = useReason();
  const total = scoreTotal(run);
  const done = run.scoredCount + run.failedCount;
  const took =
    run.startedAt !== null && run.completedAt !== null
      ? Date.parse(run.completedAt) - Date.parse(run.startedAt)
      : null;
  return (
    <Card>
      {isUnderWay(run) && (
        <div className="grid gap-2">
          <div className="flex flex-wrap justify-between gap-2">
            <RunStatus status={run.status} />
            <span className="text-muted" aria-live="polite">
              {run.status === 'queued'
                ? texts.waiting
                : total === 0
                  ? texts.picking
                  : texts.progressText(format.count(done), format.count(total))}
            </span>
          </div>
          <RunBar run={run} />
        </div>
      )}
      {run.error !== null && (
        <div className="rounded-md border border-warm/40 bg-warm-soft px-3.5 py-2.5 text-warm">
          <p className="font-medium">{run.status === 'failed' ? texts.failedBecause : texts.partly}</p>
          <p className="text-sm">
            {run.status === 'failed'
              ? reasonOf(run.errorReason, run.error)
              : texts.unscored(format.count(run.failedCount))}
          </p>
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        <Stat
          label={run.source === 'dataset' ? texts.itemsStat : texts.calls}
          value={format.count(run.callCount)}
        />
        <Stat label={texts.scores} value={format.count(run.scoredCount)} />
        <Stat label={texts.without} value={format.count(run.failedCount)} />
        <Stat label={texts.pending} value={format.count(run.pendingCount)} />
        <Stat label={texts.took} value={<Duration ms={took} />} />
        <Stat label={texts.cost} value={<Money usd={run.costUsd} />} />
      </div>
    </Card>
  );
}

function MeanScores({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const format = useFormat();
  const figures = useRunFigures();
  return (
    <Card title={texts.means} about={texts.meansAbout}>
      {run.meanScores.length === 0 ? (
        <p className="py-4 text-muted">{texts.noMeans}</p>
      ) : (
        <ul className="grid gap-3">
          {run.meanScores.map(({ criterionId, name, mean, normalizedMean, count }) => (
            <li key={criterionId} className="grid gap-1">
              <div className="flex items-baseline justify-between gap-3">
                <Clip text={name} className="font-medium" />
                <span className="shrink-0">
                  <span className="font-semibold" title={String(mean)}>
                    {figures.score(mean)}
                  </span>{' '}
                  <span className="text-sm text-muted">{texts.meansOf(format.count(count))}</span>
                </span>
              </div>
              <ScaleBar normalized={normalizedMean} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
