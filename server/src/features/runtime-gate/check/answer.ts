import { isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import { usd } from '#lib/money';
import type { HeldVerdict } from '../spend/hold-queue.ts';
import type { CheckVerdict } from './decide.ts';
import type { CheckAnswer } from './schemas.ts';

export const answerOf = (
  { decision, reasons, matched }: CheckVerdict,
  { hold = null, approvalId = null }: { hold?: HeldVerdict['hold']; approvalId?: string | null } = {},
): CheckAnswer => ({
  decision,
  reasons,
  budgets: matched.map(({ budget: { id, name, limitMicros }, figures }) => ({
    id,
    name,
    limitUsd: usd(limitMicros),
    spentUsd: usd(figures.spentMicros),
    remainingUsd: usd(Math.max(0, limitMicros - figures.spentMicros - figures.heldMicros)),
    heldUsd: usd(figures.heldMicros),
    unpriced: { calls: figures.unpricedCalls, tokens: figures.unpricedTokens },
  })),
  approvalId,
  // Only the id of a hold is looked up when a call arrives.
  gateCheckId: hold?.id ?? newId('gateCheck'),
  hold: hold && { amountUsd: usd(hold.micros), expiresAt: isoTime(hold.expiresAt) },
});
