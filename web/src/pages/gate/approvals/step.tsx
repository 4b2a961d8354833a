// The step that an agent asked about, as shown for pending and decided approvals.
import type { ReactNode } from 'react';
import { useGet, useMayManage, useSession } from '#api';
import { useFormat, useTexts, type SameKeys } from '#i18n';
import { TextLink } from '#ui';
import { Chips } from '../chips.tsx';
import { gateTexts } from '../texts.ts';
import type { ApprovalData } from '../types.ts';

export const approvalName = (
  { tool, model, provider }: ApprovalData,
  texts: Pick<SameKeys<typeof gateTexts.en>, 'aStep'>,
): string => tool ?? model ?? provider ?? texts.aStep;

/** The field that is already used as the name. */
const namedBy = ({ tool, model, provider }: ApprovalData) =>
  tool !== null ? 'tool' : model !== null ? 'model' : provider !== null ? 'provider' : null;

/** Names for ids, as far as the user may see them. */
export function useDeciderName(): (id: string) => string {
  const texts = useTexts(gateTexts);
  const { user } = useSession();
  const mayManage = useMayManage();
  const { data } = useGet(
    '/v1/api-keys',
    { query: { limit: 100 } },
    { enabled: mayManage, wholeAccount: true },
  );
  return (id) => (id === user.id ? texts.you : (data?.apiKeys.find((key) => key.id === id)?.name ?? id));
}

export function StepFacts({ approval }: { approval: ApprovalData }) {
  const texts = useTexts(gateTexts);
  const name = namedBy(approval);
  const parts = (['tool', 'model', 'provider'] as const).filter((part) => part !== name);
  const facts = [
    ...parts.map((part) => [texts.facts[part], approval[part]] as const),
    ...Object.entries(approval.tags),
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  return facts.length === 0 ? null : <Chips facts={facts} />;
}

interface StepNumbersProps {
  approval: ApprovalData;
  /** Shown on the same line, after the numbers. */
  children?: ReactNode;
}

export function StepNumbers({ approval, children }: StepNumbersProps) {
  const texts = useTexts(gateTexts);
  const format = useFormat();
  const { estimatedCostUsd: cost, estimatedTokens: tokens, traceId, sessionId } = approval;
  const estimate = [
    cost === null ? null : format.money(cost),
    tokens === null ? null : texts.tokens(format.compact(tokens)),
  ].filter((part) => part !== null);
  if (estimate.length === 0 && traceId === null && sessionId === null && children === undefined) return null;
  return (
    <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
      {estimate.length > 0 && (
        <span>
          <span className="text-muted">{texts.estimate}</span> {estimate.join(' · ')}
        </span>
      )}
      {traceId !== null && (
        <TextLink to="/traces/$id" params={{ id: traceId }} title={traceId} className="max-w-48 truncate">
          {texts.trace} {traceId}
        </TextLink>
      )}
      {sessionId !== null && (
        <TextLink
          to="/sessions/$id"
          params={{ id: sessionId }}
          title={sessionId}
          className="max-w-48 truncate"
        >
          {texts.session} {sessionId}
        </TextLink>
      )}
      {children}
    </div>
  );
}
