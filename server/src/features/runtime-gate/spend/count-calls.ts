// Counts stored calls towards the budgets of their account. For an account without budgets, this is one
// look-up.
import { isId } from '#lib/ids';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import type { StoredCall } from '#core/hooks';
import type { WriteOutcome } from '#records';
import { costMicros } from '../money.ts';
import { lowered } from '../view.ts';
import type { AccountState, SpentCall } from './account-state.ts';
import { spendTrackerOf } from './spend-tracker.ts';

type Sender = Pick<SpentCall, 'projectId' | 'onlyOf'>;
type Stored = Extract<WriteOutcome, { status: 'stored' }>;

/** Whether the writer should return which records are new. */
export function countsCalls(ctx: Context): boolean {
  const gate = spendTrackerOf(ctx);
  const state = gate.state(ctx.account.id);
  if (state.outdated) gate.prepare(state);
  return state.view !== null && state.view.budgets.length > 0;
}

/** Whether `countCalls` will need the calls of a request that arrives now. */
export const mayCountCalls = (ctx: Context): boolean =>
  countsCalls(ctx) || spendTrackerOf(ctx).state(ctx.account.id).view === null;

/**
 * Call only after the calls are on disk. Null if they were not kept, because no budget needed them on
 * arrival.
 */
export function countCalls(ctx: Context, calls: readonly StoredCall[] | null, outcome: WriteOutcome): void {
  const gate = spendTrackerOf(ctx);
  const state = gate.peek(ctx.account.id);
  if (!state || outcome.status !== 'stored' || outcome.stored === 0) return;
  if (state.view?.budgets.length === 0) return;
  const sender = { projectId: (ctx.project ?? ctx.account.defaultProject).id, onlyOf: boundTo(ctx.actor) };
  if (!state.view) return settleUnseen(state, calls ?? [], sender);
  if (!calls) return gate.missed(state);
  const now = ctx.clock.now();
  if (outcome.duplicates === 0) {
    for (const call of calls) count(state, call, sender, now);
    return;
  }
  if (!outcome.fresh) gate.missed(state);
  else countFresh(state, calls, outcome, sender, now);
}

/** Needed only until the account is loaded, which its first request starts. */
function settleUnseen(state: AccountState, calls: readonly StoredCall[], { onlyOf }: Sender): void {
  for (const call of calls) {
    const holdId = holdOf(call);
    if (holdId !== null) state.settleUnseen(holdId, onlyOf);
  }
}

/** If several calls have the same id, the first one was stored. */
function countFresh(
  state: AccountState,
  calls: readonly StoredCall[],
  { fresh }: Stored,
  sender: Sender,
  now: number,
): void {
  const left = new Set(fresh);
  for (const call of calls) if (left.delete(call.id)) count(state, call, sender, now);
}

function count(state: AccountState, call: StoredCall, sender: Sender, now: number): void {
  // The cost of evaluation runs never counts.
  if (call.evalRun !== 0) return;
  const holdId = holdOf(call);
  const counted: SpentCall = {
    provider: call.provider,
    model: lowered(call.model),
    tool: null,
    tags: call.tags,
    ...sender,
    timestampMs: call.timestampMs,
    costMicros: costMicros(call.costUsd),
    unpricedTokens: call.unpricedTokens,
    holdId,
  };
  if (counted.costMicros > 0 || counted.unpricedTokens > 0 || holdId !== null) state.count(counted, now);
}

const holdOf = ({ gateCheckId }: StoredCall): string | null =>
  gateCheckId !== null && isId('gateHold', gateCheckId) ? gateCheckId : null;
