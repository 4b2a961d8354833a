// What ingest hands over: calls that are stored, to be counted towards the budgets of their account. For an account without
// budgets that is one look-up.
import { isId } from '#lib/ids';
import { boundTo } from '#core/actor';
import type { Context } from '#core/context';
import type { Incoming, WriteOutcome } from '#records';
import { costMicros } from '../money.ts';
import { lowered } from '../view.ts';
import type { AccountState, Call } from './account-state.ts';
import { gateOf } from './gate-of.ts';

type Sender = Pick<Call, 'projectId' | 'onlyOf'>;
type Stored = Extract<WriteOutcome, { status: 'stored' }>;

/** Whether the writer should say which of the records are new. */
export function countsCalls(ctx: Context): boolean {
  const gate = gateOf(ctx);
  const state = gate.state(ctx.account.id);
  if (state.outdated) gate.prepare(state);
  return state.view !== null && state.view.budgets.length > 0;
}

/** Once they are on disk, and only then. */
export function countCalls(ctx: Context, records: readonly Incoming[], outcome: WriteOutcome): void {
  const gate = gateOf(ctx);
  const state = gate.peek(ctx.account.id);
  if (!state || outcome.status !== 'stored' || outcome.stored === 0) return;
  const sender = { projectId: (ctx.project ?? ctx.account.defaultProject).id, onlyOf: boundTo(ctx.actor) };
  if (!state.view) return settleUnseen(state, records, sender);
  if (state.view.budgets.length === 0) return;
  const now = ctx.clock.now();
  if (outcome.duplicates === 0) {
    for (const record of records) count(state, record, sender, now);
    return;
  }
  if (!outcome.fresh) gate.missed(state);
  else countFresh(state, records, outcome, sender, now);
}

/** Only until the account is loaded, which its first request has begun. */
function settleUnseen(state: AccountState, records: readonly Incoming[], { onlyOf }: Sender): void {
  for (const record of records) {
    const holdId = holdOf(record);
    if (holdId !== null) state.settleUnseen(holdId, onlyOf);
  }
}

/** Of records with the same id the first is the one that was stored. */
function countFresh(
  state: AccountState,
  records: readonly Incoming[],
  { fresh }: Stored,
  sender: Sender,
  now: number,
): void {
  const left = new Set(fresh);
  for (const record of records) if (left.delete(record.id)) count(state, record, sender, now);
}

function count(state: AccountState, record: Incoming, sender: Sender, now: number): void {
  if (record.kind !== 'call') return;
  const { call, cost, evalRun } = record.row;
  // As everywhere, what evaluation runs cost is left out.
  if (evalRun !== 0) return;
  const holdId = holdOf(record);
  const counted: Call = {
    provider: call.provider,
    model: lowered(call.model),
    tool: null,
    tags: call.tags,
    ...sender,
    timestampMs: call.timestampMs,
    costMicros: costMicros(cost.costUsd),
    holdId,
  };
  if (counted.costMicros > 0 || holdId !== null) state.count(counted, now);
}

function holdOf(record: Incoming): string | null {
  const check = record.kind === 'call' ? record.row.call.requestMeta?.['gateCheckId'] : undefined;
  return typeof check === 'string' && isId('gateHold', check) ? check : null;
}
