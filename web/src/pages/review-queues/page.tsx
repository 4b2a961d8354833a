// The named review queues: open, create, review.
import { ClipboardCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  Page,
  ReviewTabs,
  SkeletonRows,
  Table,
  TextLink,
  type TableColumn,
} from '#ui';
import { QueueForm } from './queue-form.tsx';
import { queueTexts } from './texts.ts';
import type { ReviewQueueData } from './types.ts';

export function ReviewQueuesPage() {
  const texts = useTexts(queueTexts);
  const mayWrite = useSession().role !== 'viewer';
  const [creating, setCreating] = useState(false);
  const list = useGet('/v1/review-queues', {});
  const rows = list.data?.queues ?? [];
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} about={texts.about} actions={rows.length > 0 && create}>
      <ReviewTabs current="queues" />
      <Card>
        <Loaded
          of={list}
          skeleton={<SkeletonRows />}
          empty={
            rows.length === 0 && (
              <EmptyState
                icon={<ClipboardCheck size={22} aria-hidden />}
                title={texts.none}
                actions={create || undefined}
              >
                {texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {({ queues }) => <QueueTable rows={queues} />}
        </Loaded>
      </Card>
      {creating && <QueueForm queue={null} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function QueueTable({ rows }: { rows: readonly ReviewQueueData[] }) {
  const texts = useTexts(queueTexts);
  const format = useFormat();
  const columns: TableColumn<ReviewQueueData>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: ({ id, name }) => (
        <TextLink to="/review-queues/$id" params={{ id: String(id) }} className="wrap-anywhere">
          {name}
        </TextLink>
      ),
    },
    {
      id: 'dimensions',
      title: texts.columns.dimensions,
      wideOnly: true,
      cell: ({ dimensions }) => dimensions.map(({ name }) => name).join(', '),
    },
    {
      id: 'open',
      title: texts.columns.open,
      number: true,
      cell: ({ counts }) => format.count(counts.pending + counts.inReview),
    },
    {
      id: 'done',
      title: texts.columns.done,
      number: true,
      wideOnly: true,
      cell: ({ counts }) => format.count(counts.done + counts.resolved),
    },
    {
      id: 'disagreements',
      title: texts.columns.disagreements,
      number: true,
      cell: ({ counts }) => format.count(counts.disagreement),
    },
    {
      id: 'review',
      title: <span className="sr-only">{texts.actions}</span>,
      number: true,
      cell: ({ id, counts, mayReview }) =>
        mayReview &&
        counts.pending + counts.inReview > 0 && (
          <ButtonLink size="small" to="/review-queues/$id/review" params={{ id: String(id) }}>
            {texts.review}
          </ButtonLink>
        ),
    },
  ];
  return <Table label={texts.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
