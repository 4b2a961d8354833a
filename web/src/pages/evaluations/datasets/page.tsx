// One dataset: its items, their origin, and its actions.
import { useNavigate, useParams } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, ConfirmDialog, Loaded, Page, Skeleton, SkeletonRows, Time, Waiting, say } from '#ui';
import { BackTo, Clip } from '../clip.tsx';
import { DatasetForm } from './dataset-form.tsx';
import { DatasetItems } from '../dataset-items/items-card.tsx';
import { datasetTexts } from './texts.ts';
import { useMayWrite } from '../may-write.tsx';
import { StartRun } from '../runs/start-run.tsx';
import { sharedTexts } from '../texts.ts';

type Dataset = Schemas['EvalDataset'];
type Doing = 'run' | 'edit' | 'freeze' | 'delete' | null;

export function DatasetPage() {
  const texts = useTexts(datasetTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/eval-datasets/{id}', { path: { id: Number(id) }, query: { itemLimit: 0 } });
  if (asked.isPending || asked.isError) {
    const skeleton = (
      <Waiting>
        <div className="grid gap-4">
          <Skeleton className="h-10" />
          <SkeletonRows rows={6} />
        </div>
      </Waiting>
    );
    return (
      <Page title={texts.list} about={<BackTo tab="datasets" />}>
        <Loaded of={asked} error="card" skeleton={skeleton}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Shown dataset={asked.data} />;
}

function Shown({ dataset }: { dataset: Dataset }) {
  const texts = useTexts(datasetTexts);
  const shared = useTexts(sharedTexts);
  const mayWrite = useMayWrite();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const { id, name, description, frozen, version, itemCount, updatedAt } = dataset;
  return (
    <Page
      wide
      title={name}
      about={
        <BackTo tab="datasets">
          {description !== null && <Clip text={description} className="max-w-full sm:max-w-96" />}
          <span>{texts.version(version)}</span>
          <Time at={updatedAt} />
        </BackTo>
      }
      actions={
        mayWrite && (
          <>
            <Button onClick={() => setDoing('delete')}>{shared.delete}</Button>
            {!frozen && itemCount > 0 && (
              <Button icon={<Snowflake size={16} aria-hidden />} onClick={() => setDoing('freeze')}>
                {texts.freeze}
              </Button>
            )}
            <Button onClick={() => setDoing('edit')}>{texts.editDataset}</Button>
            {itemCount > 0 && (
              <Button look="main" onClick={() => setDoing('run')}>
                {texts.run}
              </Button>
            )}
          </>
        )
      }
    >
      {frozen && (
        <p className="flex items-center gap-2.5 rounded-md border bg-cool-soft px-3.5 py-2.5 text-cool">
          <Snowflake size={18} className="shrink-0" aria-hidden />
          {texts.frozenAbout}
        </p>
      )}
      <DatasetItems dataset={dataset} />
      {doing === 'run' && <StartRun datasetId={id} onClose={close} />}
      {doing === 'edit' && <DatasetForm dataset={dataset} onClose={close} />}
      {doing === 'freeze' && <Freeze dataset={dataset} onClose={close} />}
      {doing === 'delete' && <Delete dataset={dataset} onClose={close} />}
    </Page>
  );
}

interface DoingProps {
  dataset: Dataset;
  onClose: () => void;
}

function Freeze({ dataset, onClose }: DoingProps) {
  const texts = useTexts(datasetTexts);
  const freeze = useSend('patch', '/v1/eval-datasets/{id}', {
    changes: ['/v1/eval-datasets'],
    onSuccess: () => {
      say(texts.isFrozen);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.freezeTitle}
      about={texts.freezeAbout}
      action={texts.freeze}
      busy={freeze.isPending}
      error={freeze.error}
      onClose={onClose}
      onConfirm={() => freeze.mutate({ path: { id: dataset.id }, body: { frozen: true } })}
    />
  );
}

function Delete({ dataset, onClose }: DoingProps) {
  const texts = useTexts(datasetTexts);
  const shared = useTexts(sharedTexts);
  const navigate = useNavigate();
  const remove = useSend('delete', '/v1/eval-datasets/{id}');
  const done = () => {
    say(texts.deleted(dataset.name));
    void navigate({ to: '/evaluations', search: { tab: 'datasets' } });
  };
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(dataset.name)}
      about={texts.deleteAbout}
      action={shared.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: dataset.id } },
          {
            onSuccess: done,
            // Someone else has already deleted it, so the goal is reached.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}
