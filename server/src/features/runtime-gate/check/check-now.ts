// The usual check: decided from memory, without waiting.
import { spendTrackerOf } from '../spend/spend-tracker.ts';
import { answerOf } from './answer.ts';
import { decideCheck } from './decide.ts';
import { readCheck, type GateCheck, type CheckContext } from './read-check.ts';
import type { CheckAnswer, CheckBody } from './schemas.ts';

/** Null if the store is needed: for a hold, an approval, or an account that is not loaded. */
export const checkNow = (ctx: CheckContext, body: CheckBody): CheckAnswer | null =>
  decideNow(ctx, readCheck(ctx, body));

export function decideNow(
  ctx: CheckContext,
  { request, holdSeconds, approvalId }: GateCheck,
): CheckAnswer | null {
  if (holdSeconds > 0 || approvalId !== null) return null;
  const gate = spendTrackerOf(ctx);
  const state = gate.state(ctx.account.id);
  const now = ctx.clock.now();
  state.usedAt = now;
  const { view } = state;
  if (view === null || !gate.isReady(state, now)) return null;
  const verdict = decideCheck(view, (budget) => state.figures(budget, now), request);
  return verdict.decision === 'require_approval' ? null : answerOf(verdict);
}
