// The usual check: decided from memory, without waiting.
import { gateOf } from '../spend/gate-of.ts';
import { answerOf } from './answer.ts';
import { decide } from './decide.ts';
import { readCheck, type Check, type CheckContext } from './read-check.ts';
import type { Answer, CheckBody } from './schemas.ts';

/** Null if the store is needed: for a hold, an approval, or an account that is not loaded. */
export const checkNow = (ctx: CheckContext, body: CheckBody): Answer | null =>
  decideNow(ctx, readCheck(ctx, body));

export function decideNow(ctx: CheckContext, { request, holdSeconds, approvalId }: Check): Answer | null {
  if (holdSeconds > 0 || approvalId !== null) return null;
  const gate = gateOf(ctx);
  const state = gate.state(ctx.account.id);
  const now = ctx.clock.now();
  state.usedAt = now;
  const { view } = state;
  if (view === null || !gate.isReady(state, now)) return null;
  const verdict = decide(view, (budget) => state.figures(budget, now), request);
  return verdict.decision === 'require_approval' ? null : answerOf(verdict);
}
