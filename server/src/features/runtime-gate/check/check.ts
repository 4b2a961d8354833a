// POST /v1/gate/check: from memory if possible, otherwise with the store (holds, approvals, accounts that are
// not loaded).
import { AppError, unavailable } from '#lib/app-error';
import { requireAccess, type Access } from '#core/access/actor';
import { toAppError } from '#core/failure';
import type { Context } from '#core/context';
import { requestApproval } from '../approvals/request.ts';
import { approvedBy, useApproval } from '../approvals/use.ts';
import type { AccountState } from '../spend/account-state.ts';
import { spendTrackerOf } from '../spend/spend-tracker.ts';
import type { HeldVerdict } from '../spend/hold-queue.ts';
import type { View } from '../view.ts';
import { answerOf } from './answer.ts';
import { decideNow } from './check-now.ts';
import { decideCheck, NONE_APPROVED, type GateRequest, type CheckVerdict } from './decide.ts';
import { readCheck, type GateCheck } from './read-check.ts';
import type { CheckAnswer, CheckBody } from './schemas.ts';

const HOLDING = { scope: 'write:records' } as const satisfies Access;

/** Returns a plain value if possible: an answer from memory is sent in the same tick. */
export function checkGate(ctx: Context, body: CheckBody): CheckAnswer | Promise<CheckAnswer> {
  // A check only reads. A hold takes money away from the other agents of the account.
  if (typeof body.holdSeconds === 'number') requireAccess(ctx.actor, HOLDING);
  const asked = readCheck(ctx, body);
  return decideNow(ctx, asked) ?? checkWithStore(ctx, asked);
}

async function checkWithStore(ctx: Context, asked: GateCheck): Promise<CheckAnswer> {
  const state = spendTrackerOf(ctx).state(ctx.account.id);
  await spendTrackerOf(ctx).ready(state);
  const approved = await orWithout(NONE_APPROVED, approvedBy(ctx, asked));
  let held = await decideHere(ctx, state, asked, approved);
  if (
    held.verdict.lifted.length > 0 &&
    held.verdict.decision === 'allow' &&
    !(await isUsed(ctx, asked, held))
  ) {
    // The approval no longer exists: decide without it.
    if (held.hold) await spendTrackerOf(ctx).release(ctx.account.id, null, held.hold.id);
    held = await decideHere(ctx, state, asked, NONE_APPROVED);
  }
  const { verdict, hold } = held;
  if (verdict.decision !== 'require_approval') return answerOf(verdict, { hold });
  return answerOf(verdict, { approvalId: await orWithout(null, requestApproval(ctx, asked, verdict)) });
}

const isUsed = (ctx: Context, { approvalId }: GateCheck, { verdict }: HeldVerdict): Promise<boolean> =>
  approvalId === null ? Promise.resolve(false) : useApproval(ctx, approvalId, verdict.lifted);

/** Without the store, an answer is better than none, unless the step needs an approval. */
async function orWithout<T>(without: T, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (toAppError(error).code !== 'unavailable') throw error;
    return without;
  }
}

async function decideHere(
  ctx: Context,
  state: AccountState,
  { request: plain, holdSeconds }: GateCheck,
  approved: ReadonlySet<string>,
): Promise<HeldVerdict> {
  const { view } = state;
  if (!view) throw unavailable('metadata_unavailable', 'The metadata store does not answer at the moment.');
  const request: GateRequest = { ...plain, approved };
  const now = ctx.clock.now();
  const fromMemory = decideCheck(view, (budget) => state.figures(budget, now), request);
  if (holdSeconds === 0 || fromMemory.matched.length === 0) return { verdict: fromMemory, hold: null };
  try {
    return await spendTrackerOf(ctx).hold({ state, view, request, seconds: holdSeconds });
  } catch (error) {
    const known = toAppError(error);
    if (!(known instanceof AppError) || known.code !== 'unavailable') throw error;
    return { verdict: withoutHold(view, state, request, now), hold: null };
  }
}

/** The amount could not be held, so the fail mode of each budget decides. */
function withoutHold(view: View, state: AccountState, request: GateRequest, now: number): CheckVerdict {
  const verdict = decideCheck(view, (budget) => state.figures(budget, now), request);
  for (const { budget } of verdict.matched) {
    const closed = budget.failMode === 'closed';
    const message = `No amount can be held in the budget "${budget.name}" at the moment. By its fail mode the step is ${closed ? 'refused' : 'allowed'}.`;
    const values = { budget: budget.name, failMode: budget.failMode };
    verdict.reasons.push({ budgetId: budget.id, code: 'budget_not_held', values, message });
    if (closed) verdict.decision = 'deny';
  }
  return verdict;
}
