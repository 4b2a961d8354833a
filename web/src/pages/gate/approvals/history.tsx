import { History as HistoryIcon } from 'lucide-react';
import { useGetPages } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Ago,
  Badge,
  Button,
  Card,
  EmptyState,
  Loaded,
  LoadMore,
  Segments,
  SkeletonRows,
  Table,
  type TableColumn,
  type Tone,
} from '#ui';
import { StepFacts, StepNumbers, approvalName, useDeciderName } from './step.tsx';
import { gateTexts } from '../texts.ts';
import type { ApprovalData } from '../types.ts';

const DECIDED = ['approved', 'denied', 'expired'] as const;
type Decided = (typeof DECIDED)[number];

const TONES: Record<ApprovalData['status'], Tone> = {
  pending: 'warm',
  approved: 'good',
  denied: 'bad',
  expired: 'neutral',
};

export function ApprovalHistory() {
  const texts = useTexts(gateTexts);
  const [search, change] = useUrl();
  const asked = DECIDED.find((status) => status === first(search['decided'])) ?? 'all';
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base/5">{texts.history}</h2>
        <Segments<Decided | 'all'>
          label={texts.show}
          value={asked}
          onChange={(next) => change({ decided: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: texts.all },
            ...DECIDED.map((status) => ({ value: status, label: texts.statuses[status] })),
          ]}
        />
      </div>
      <Decisions status={asked} onAll={() => change({ decided: undefined })} />
    </Card>
  );
}

function Decisions({ status, onAll }: { status: Decided | 'all'; onAll: () => void }) {
  const texts = useTexts(gateTexts);
  const list = useGetPages(
    '/v1/gate/approvals',
    { query: { limit: 50, ...(status === 'all' ? {} : { status }) } },
    { refetchInterval: 15_000 },
  );
  const approvals = list.data?.pages.flatMap((page) => page.approvals) ?? [];
  const rows = approvals.filter((approval) => approval.status !== 'pending');
  return (
    <Loaded
      of={list}
      keepStale
      skeleton={<SkeletonRows />}
      empty={
        rows.length === 0 &&
        !list.hasNextPage && (
          <EmptyState
            icon={<HistoryIcon size={22} aria-hidden />}
            title={status === 'all' ? texts.noHistory : texts.noneOfThese}
            actions={status !== 'all' && <Button onClick={onAll}>{texts.showAll}</Button>}
          >
            {status === 'all' ? texts.noHistoryAbout : texts.noneOfTheseAbout}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          <DecisionTable rows={rows} />
          <LoadMore pages={list} />
        </>
      )}
    </Loaded>
  );
}

function DecisionTable({ rows }: { rows: readonly ApprovalData[] }) {
  const texts = useTexts(gateTexts);
  const who = useDeciderName();
  const columns: TableColumn<ApprovalData>[] = [
    {
      id: 'step',
      title: texts.columns.step,
      cell: (approval) => (
        <div className="grid max-w-md min-w-0 gap-1.5">
          <span className="truncate font-medium" title={approvalName(approval, texts)}>
            {approvalName(approval, texts)}
          </span>
          <StepFacts approval={approval} />
          <StepNumbers approval={approval} />
          {approval.comment !== null && <p className="text-sm md:hidden">“{approval.comment}”</p>}
        </div>
      ),
    },
    {
      id: 'comment',
      title: texts.columns.comment,
      wideOnly: true,
      cell: ({ comment }) => (
        <p className="line-clamp-3 max-w-72" title={comment ?? undefined}>
          {comment ?? <span className="text-muted">–</span>}
        </p>
      ),
    },
    {
      id: 'status',
      title: texts.columns.status,
      cell: ({ status, usedAt }) => (
        <div className="grid justify-items-start gap-1">
          <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
          {status === 'approved' && (
            <span className="text-xs text-muted">{usedAt === null ? texts.notUsed : texts.used}</span>
          )}
        </div>
      ),
    },
    {
      id: 'decided',
      title: texts.columns.decided,
      cell: ({ decidedAt, decidedBy, expiresAt }) => (
        <div className="grid gap-0.5">
          <Ago at={decidedAt ?? expiresAt} />
          {decidedBy !== null && (
            <span className="max-w-32 truncate text-xs text-muted" title={decidedBy}>
              {who(decidedBy)}
            </span>
          )}
        </div>
      ),
    },
  ];
  return <Table label={texts.history} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
