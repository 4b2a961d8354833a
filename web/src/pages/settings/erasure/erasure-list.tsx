import { Eraser } from 'lucide-react';
import { useGetPages, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  CopyButton,
  EmptyState,
  Loaded,
  LoadMore,
  SkeletonRows,
  StatusDot,
  Table,
  Time,
  type TableColumn,
  type Tone,
} from '#ui';
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
  const list = useGetPages('/v1/erasures', { query: { limit: 50 } }, { refetchInterval: LOOK_MS });
  const rows = list.data?.pages.flatMap(({ erasures }) => erasures) ?? [];
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
    <Loaded
      of={list}
      skeleton={<SkeletonRows rows={3} />}
      empty={
        rows.length === 0 && (
          <EmptyState icon={<Eraser size={22} aria-hidden />} title={texts.none}>
            {texts.noneAbout}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          <Table label={texts.table} columns={columns} rows={rows} rowKey={({ id }) => id} />
          <LoadMore pages={list} />
        </>
      )}
    </Loaded>
  );
}
