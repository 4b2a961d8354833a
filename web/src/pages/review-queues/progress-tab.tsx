import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Ago, Card, Duration, Loaded, SkeletonRows, Table, type TableColumn } from '#ui';
import { queueTexts } from './texts.ts';
import type { ReviewQueueData } from './types.ts';
import { useReviewerName } from './words.ts';

type Person = Schemas['ReviewProgress']['people'][number];

export function ProgressTab({ queue }: { queue: ReviewQueueData }) {
  const texts = useTexts(queueTexts);
  const format = useFormat();
  const nameOf = useReviewerName();
  const asked = useGet('/v1/review-queues/{id}/progress', { path: { id: queue.id } });
  const columns: TableColumn<Person>[] = [
    { id: 'person', title: texts.columns.person, cell: ({ reviewer }) => nameOf(reviewer) },
    {
      id: 'answered',
      title: texts.columns.answered,
      number: true,
      cell: ({ answered }) => format.count(answered),
    },
    {
      id: 'remaining',
      title: texts.columns.remaining,
      number: true,
      cell: ({ remaining }) => format.count(remaining),
    },
    {
      id: 'skipped',
      title: texts.columns.skipped,
      number: true,
      wideOnly: true,
      cell: ({ skipped }) => format.count(skipped),
    },
    {
      id: 'resolved',
      title: texts.columns.resolved,
      number: true,
      wideOnly: true,
      cell: ({ resolved }) => format.count(resolved),
    },
    {
      id: 'median',
      title: texts.columns.median,
      number: true,
      cell: ({ medianMs }) => (medianMs === null ? '–' : <Duration ms={medianMs} />),
    },
    {
      id: 'last',
      title: texts.columns.last,
      wideOnly: true,
      cell: ({ lastAnsweredAt }) => lastAnsweredAt !== null && <Ago at={lastAnsweredAt} />,
    },
  ];
  return (
    <Card>
      <Loaded
        of={asked}
        skeleton={<SkeletonRows />}
        empty={asked.data?.people.length === 0 && <p className="text-muted">{texts.noPeople}</p>}
      >
        {({ people }) => (
          <Table
            label={texts.tabs.progress}
            columns={columns}
            rows={people}
            rowKey={({ reviewer }) => reviewer.id}
          />
        )}
      </Loaded>
    </Card>
  );
}
