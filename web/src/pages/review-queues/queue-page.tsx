// One queue: its items, how much reviewers agree, and how far everyone is.
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  LazyMarkdown,
  Loaded,
  Page,
  SkeletonRows,
  Tabs,
  TextLink,
  say,
} from '#ui';
import { AgreementTab } from './agreement-tab.tsx';
import { QueueDownload } from './download-menu.tsx';
import { ItemsTab } from './items-tab.tsx';
import { ProgressTab } from './progress-tab.tsx';
import { QueueForm } from './queue-form.tsx';
import { queueTexts } from './texts.ts';
import type { ReviewQueueData } from './types.ts';

const TABS = ['items', 'agreement', 'progress'] as const;

export function ReviewQueuePage() {
  const texts = useTexts(queueTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/review-queues/{id}', { path: { id: Number(id) } });
  if (asked.data) return <ShownQueue queue={asked.data} />;
  return (
    <Page title={texts.title} about={<TextLink to="/review-queues">{texts.title}</TextLink>}>
      <Loaded of={asked} error="card" skeleton={<SkeletonRows rows={6} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function ShownQueue({ queue }: { queue: ReviewQueueData }) {
  const texts = useTexts(queueTexts);
  const format = useFormat();
  const mayWrite = useSession().role !== 'viewer';
  const [search, change] = useUrl();
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null);
  const { id, name, counts, mayReview, reviewersPerItem, filter, enabled, passedOver } = queue;
  const params = { id: String(id) };
  const tab = TABS.find((one) => one === first(search['tab'])) ?? 'items';
  const open = counts.pending + counts.inReview;
  return (
    <Page
      wide
      title={name}
      about={
        <span className="flex flex-wrap gap-x-3">
          <TextLink to="/review-queues" className="inline-flex items-center gap-1">
            <ArrowLeft size={14} aria-hidden />
            {texts.allQueues}
          </TextLink>
          <span>{texts.reviewers(reviewersPerItem)}</span>
          {filter && (
            <span>{enabled ? texts.filterFills(format.share(queue.samplePct / 100)) : texts.filterOff}</span>
          )}
          {passedOver > 0 && <span>{texts.passedOver(format.count(passedOver))}</span>}
        </span>
      }
      actions={
        <>
          <QueueDownload queueId={id} />
          {mayWrite && (
            <>
              <Button onClick={() => setDoing('delete')}>{texts.remove}</Button>
              <Button onClick={() => setDoing('edit')}>{texts.edit}</Button>
            </>
          )}
          {mayWrite && counts.disagreement > 0 && (
            <ButtonLink to="/review-queues/$id/review" params={params} search={{ purpose: 'resolve' }}>
              {texts.resolve(format.count(counts.disagreement))}
            </ButtonLink>
          )}
          {mayReview && open > 0 && (
            <ButtonLink look="main" to="/review-queues/$id/review" params={params}>
              {texts.review}
            </ButtonLink>
          )}
        </>
      }
    >
      {queue.instructions !== '' && (
        <Card title={texts.flow.instructions}>
          <div className="max-h-60 overflow-y-auto">
            <LazyMarkdown text={queue.instructions} />
          </div>
        </Card>
      )}
      <Tabs
        label={texts.sections}
        value={tab}
        onChange={(next) => change({ tab: next === 'items' ? undefined : next })}
        tabs={TABS.map((value) => ({
          value,
          label: texts.tabs[value],
          content:
            value === 'items' ? (
              <ItemsTab queue={queue} />
            ) : value === 'agreement' ? (
              <AgreementTab queue={queue} />
            ) : (
              <ProgressTab queue={queue} />
            ),
        }))}
      />
      {doing === 'edit' && <QueueForm queue={queue} onClose={() => setDoing(null)} />}
      {doing === 'delete' && <DeleteQueue queue={queue} onClose={() => setDoing(null)} />}
    </Page>
  );
}

function DeleteQueue({ queue, onClose }: { queue: ReviewQueueData; onClose: () => void }) {
  const texts = useTexts(queueTexts);
  const navigate = useNavigate();
  const remove = useSend('delete', '/v1/review-queues/{id}', {
    onSuccess: () => {
      say(texts.removed);
      void navigate({ to: '/review-queues' });
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.removeTitle(queue.name)}
      about={texts.removeAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ path: { id: queue.id } })}
    />
  );
}
