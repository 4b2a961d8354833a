import { Eraser } from 'lucide-react';
import { useGetPages, type Schemas, useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { CopyButton, StatusDot, Time, type TableColumn, type Tone, ListTable } from '#ui';
import { erasureTexts } from './texts.ts';

type Erasure = Schemas['Erasure'];

const TONES: Record<Erasure['status'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'bad',
};

const LOOK_MS = 2_000;

export function ErasureList() {
  const texts = useTexts(erasureTexts);
  const format = useFormat();
  const list = useRows(
    useGetPages('/v1/erasures', { query: { limit: 50 } }, { refetchInterval: LOOK_MS }),
    ({ erasures }) => erasures,
  );
  const columns: TableColumn<Erasure>[] = [
    { id: 'when', title: texts.columns.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'by', title: texts.columns.by, wideOnly: true, cell: ({ kind }) => texts.kinds[kind] },
    {
      id: 'progress',
      title: texts.columns.progress,
      number: true,
      cell: ({ erased, found }) => texts.progress(format.count(erased), format.count(found)),
    },
    {
      id: 'status',
      title: texts.columns.status,
      cell: ({ status, error }) => (
        <div className="grid">
          <StatusDot tone={TONES[status]}>{texts.statuses[status]}</StatusDot>
          {error !== null && <span className="text-sm text-muted">{error}</span>}
        </div>
      ),
    },
    {
      id: 'digest',
      title: texts.columns.digest,
      wideOnly: true,
      cell: ({ digest }) => (
        <span className="flex items-center gap-1">
          <code className="font-mono text-xs text-muted">{digest.slice(0, 12)}</code>
          <CopyButton text={digest} what={texts.theDigest} />
        </span>
      ),
    },
  ];
  return (
    <ListTable
      of={list}
      skeleton={3}
      label={texts.table}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: <Eraser size={22} aria-hidden />, title: texts.none, children: texts.noneAbout }}
    />
  );
}
