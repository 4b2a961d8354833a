import { History as HistoryIcon } from 'lucide-react';
import { useGetPages, useRows } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Ago, Badge, Button, Card, Segments, type TableColumn, type Tone, ListTable } from '#ui';
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
  const list = useRows(
    useGetPages(
      '/v1/gate/approvals',
      { query: { limit: 50, ...(status === 'all' ? {} : { status }) } },
      { refetchInterval: 15_000 },
    ),
    ({ approvals }) => approvals.filter((approval) => approval.status !== 'pending'),
  );
  return (
    <ListTable
      of={list}
      label={texts.history}
      columns={useDecisionColumns()}
      rowKey={({ id }) => id}
      empty={{
        icon: <HistoryIcon size={22} aria-hidden />,
        title: status === 'all' ? texts.noHistory : texts.noneOfThese,
        actions: status !== 'all' && <Button onClick={onAll}>{texts.showAll}</Button>,
        children: status === 'all' ? texts.noHistoryAbout : texts.noneOfTheseAbout,
      }}
    />
  );
}

function useDecisionColumns(): TableColumn<ApprovalData>[] {
  const texts = useTexts(gateTexts);
  const who = useDeciderName();
  return [
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
}
