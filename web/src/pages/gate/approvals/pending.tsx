import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import { useNow } from '#lib/use-now';
import { Ago, Button, Card, Loaded, SkeletonRows } from '#ui';
import { DecideApproval, type ApprovalChoice } from './decide.tsx';
import { StepFacts, StepNumbers, approvalName, useDeciderName } from './step.tsx';
import { gateTexts } from '../texts.ts';
import type { ApprovalData } from '../types.ts';
import { gateWordings } from '../wordings.ts';

const LIVE_MS = 3_000;

/** Polls every few seconds, so that requests appear before the agent gives up. */
export function Pending({ mayDecide }: { mayDecide: boolean }) {
  const texts = useTexts(gateTexts);
  const now = useNow(1000);
  const [decision, setDecision] = useState<ApprovalChoice | null>(null);
  const list = useGet(
    '/v1/gate/approvals',
    { query: { status: 'pending', limit: 200 } },
    { refetchInterval: LIVE_MS },
  );
  if (list.data === undefined) {
    return (
      <Card title={texts.pendingTitleOthers}>
        <Loaded of={list} skeleton={<SkeletonRows rows={1} />}>
          {() => null}
        </Loaded>
      </Card>
    );
  }
  const waiting = list.data.approvals
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  return (
    <>
      {waiting.length === 0 ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <CircleCheck size={18} className="shrink-0 text-good" aria-hidden />
          {texts.nothingPending}
        </p>
      ) : (
        <Card
          title={`${mayDecide ? texts.pendingTitle : texts.pendingTitleOthers} (${waiting.length})`}
          about={mayDecide ? texts.pendingAbout : texts.pendingOthers}
          className="border-warm/40"
        >
          <ul className="grid gap-4">
            {waiting.map((approval) => (
              <Waiting
                key={approval.id}
                approval={approval}
                now={now}
                onDecide={mayDecide ? (answer) => setDecision({ approval, answer }) : null}
              />
            ))}
          </ul>
        </Card>
      )}
      {decision && <DecideApproval {...decision} onClose={() => setDecision(null)} />}
    </>
  );
}

interface WaitingProps {
  approval: ApprovalData;
  now: number;
  onDecide: ((answer: ApprovalChoice['answer']) => void) | null;
}

function Waiting({ approval, now, onDecide }: WaitingProps) {
  const texts = useTexts(gateTexts);
  const format = useFormat();
  const who = useDeciderName();
  const say = useWorded(gateWordings);
  const name = approvalName(approval, texts);
  const left = Date.parse(approval.expiresAt) - now;
  return (
    <li className="grid gap-3 border-t pt-4 first:border-t-0 first:pt-0 md:grid-cols-[1fr_auto] md:items-start">
      <div className="grid min-w-0 gap-2">
        <h3 className="truncate text-base" title={name}>
          {name}
        </h3>
        <ul className="grid gap-0.5">
          {approval.reasons.map((reason) => {
            const { words, lang } = say(reason, reason.message);
            return (
              <li key={reason.message} lang={lang}>
                {words}
              </li>
            );
          })}
        </ul>
        <StepFacts approval={approval} />
        <StepNumbers approval={approval}>
          <span className="min-w-0 truncate text-muted" title={approval.requestedBy}>
            {texts.asked} <Ago at={approval.createdAt} /> · {texts.askedBy} {who(approval.requestedBy)}
          </span>
        </StepNumbers>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:justify-between md:justify-end">
        <p
          className={`mr-2 flex items-center gap-1.5 text-sm ${left < 5 * 60_000 ? 'font-medium text-bad' : 'text-muted'}`}
          title={format.time(approval.expiresAt, 'full')}
        >
          <Hourglass size={14} aria-hidden />
          {texts.runsOut} {format.duration(left)}
        </p>
        {onDecide && (
          <div className="flex gap-2">
            <Button size="small" aria-label={texts.denyNamed(name)} onClick={() => onDecide('deny')}>
              {texts.deny}
            </Button>
            <Button
              size="small"
              look="main"
              aria-label={texts.approveNamed(name)}
              onClick={() => onDecide('approve')}
            >
              {texts.approve}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
