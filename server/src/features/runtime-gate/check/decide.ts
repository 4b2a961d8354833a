// The decision: from rules, spend, holds and the step to a verdict. Pure, without clock and store, so that a
// check from memory and one in a transaction cannot differ.
import type { Coded } from '#lib/figures';
import { usd } from '#lib/money';
import type { GateFigures } from '../figures.ts';
import type { GateSubject, View, ViewBudget, ViewPolicy } from '../view.ts';

export interface GateRequest extends GateSubject {
  /** Null if not given. */
  costMicros: number | null;
  tokens: number | null;
  /** Policies and budgets that an approval overrides. */
  approved: ReadonlySet<string>;
}

export interface CheckFigures {
  spentMicros: number;
  /** Calls without a price are not in the spend. */
  unpricedCalls: number;
  unpricedTokens: number;
  heldMicros: number;
  /** False if the records could not be queried yet; the spend may be higher. */
  known: boolean;
}

export type CheckReason = ({ policyId: string } | { budgetId: string }) & { message: string } & Coded<
    typeof GateFigures
  >;

export interface CheckVerdict {
  decision: 'allow' | 'deny' | 'require_approval';
  reasons: CheckReason[];
  /** All budgets that the step counts towards. */
  matched: { budget: ViewBudget; figures: CheckFigures }[];
  /** The rules of `reasons` that ask for an approval. */
  asking: CheckReason[];
  /** Approved rules that changed the verdict. */
  lifted: string[];
  /** The shortest expiry among the policies that ask; null if none sets one. */
  approvalMinutes: number | null;
}

export const NONE_APPROVED: ReadonlySet<string> = new Set();

export function decideCheck(
  view: View,
  figuresOf: (budget: ViewBudget) => CheckFigures,
  request: GateRequest,
): CheckVerdict {
  const verdict: CheckVerdict = {
    decision: 'allow',
    reasons: [],
    matched: [],
    asking: [],
    lifted: [],
    approvalMinutes: null,
  };
  const policy = view.policies.find((each) => each.matches(request) && isWithinReach(each, request));
  if (policy) applyPolicy(verdict, policy, request);
  for (const budget of view.budgets) {
    if (!budget.matches(request)) continue;
    const figures = figuresOf(budget);
    verdict.matched.push({ budget, figures });
    applyBudget(verdict, budget, figures, request);
  }
  return verdict;
}

/** `allow` matches values up to its maxima, the other effects match values above one of them. */
function isWithinReach(
  { effect, maxCostMicros, maxTokens, failMode }: ViewPolicy,
  request: GateRequest,
): boolean {
  if (maxCostMicros === null && maxTokens === null) return true;
  // A missing estimate counts as zero if the policy fails open, and as too much otherwise.
  const unknown = failMode === 'open' ? 0 : Infinity;
  const above =
    (maxCostMicros !== null && (request.costMicros ?? unknown) > maxCostMicros) ||
    (maxTokens !== null && (request.tokens ?? unknown) > maxTokens);
  return effect === 'allow' ? !above : above;
}

function applyPolicy(verdict: CheckVerdict, policy: ViewPolicy, request: GateRequest): void {
  if (policy.effect === 'allow') return;
  if (policy.effect === 'deny') {
    verdict.decision = 'deny';
    verdict.reasons.push({
      policyId: policy.id,
      code: 'policy_denies',
      values: { policy: policy.name },
      message: `The policy "${policy.name}" does not allow this.`,
    });
    return;
  }
  if (request.approved.has(policy.id)) {
    verdict.lifted.push(policy.id);
    return;
  }
  verdict.approvalMinutes = policy.approvalMinutes;
  ask(verdict, {
    policyId: policy.id,
    code: 'policy_asks',
    values: { policy: policy.name },
    message: `The policy "${policy.name}" requires approval for this.`,
  });
}

function applyBudget(
  verdict: CheckVerdict,
  budget: ViewBudget,
  figures: CheckFigures,
  request: GateRequest,
): void {
  const { limitMicros, failMode, action } = budget;
  const wanted = figures.spentMicros + figures.heldMicros + (request.costMicros ?? 0);
  if (wanted > limitMicros || limitMicros === 0) {
    if (action === 'require_approval' && request.approved.has(budget.id)) verdict.lifted.push(budget.id);
    else refuse(verdict, budget, exceeded(budget, figures, request));
    return;
  }
  if (figures.unpricedCalls > 0) applyUnpriced(verdict, budget, figures);
  if (figures.known) return;
  const message = `The spend of the budget "${budget.name}" is unknown at the moment. By its fail mode the step is ${failMode === 'open' ? 'allowed' : 'refused'}.`;
  const values = { budget: budget.name, failMode };
  verdict.reasons.push({ budgetId: budget.id, code: 'budget_unknown', values, message });
  if (failMode === 'closed') verdict.decision = 'deny';
}

/** The fail mode has no say here: it is known that a price is missing. */
function applyUnpriced(
  verdict: CheckVerdict,
  { id, name, onUnpriced }: ViewBudget,
  { unpricedCalls: calls, unpricedTokens: tokens }: CheckFigures,
): void {
  if (onUnpriced === 'allow') return;
  const counted = `${calls} ${calls === 1 ? 'call' : 'calls'} (${tokens} tokens)`;
  verdict.reasons.push({
    budgetId: id,
    code: 'budget_unpriced',
    values: { budget: name, calls, tokens, onUnpriced },
    message: `The spend of the budget "${name}" does not include ${counted} without a price. By its setting for them the step is ${onUnpriced === 'deny' ? 'refused' : 'allowed'}.`,
  });
  if (onUnpriced === 'deny') verdict.decision = 'deny';
}

function refuse(verdict: CheckVerdict, { action }: ViewBudget, reason: CheckReason): void {
  if (action === 'require_approval') return ask(verdict, reason);
  verdict.reasons.push(reason);
  if (action === 'deny') verdict.decision = 'deny';
}

function ask(verdict: CheckVerdict, reason: CheckReason): void {
  verdict.reasons.push(reason);
  verdict.asking.push(reason);
  if (verdict.decision === 'allow') verdict.decision = 'require_approval';
}

function exceeded(
  { id, name, limitMicros, period }: ViewBudget,
  { spentMicros, heldMicros }: CheckFigures,
  { costMicros }: GateRequest,
): CheckReason {
  const parts = [`${usd(spentMicros)} USD are spent`];
  if (heldMicros > 0) parts.push(`${usd(heldMicros)} USD are held`);
  if (costMicros !== null && costMicros > 0) parts.push(`${usd(costMicros)} USD are requested`);
  return {
    budgetId: id,
    code: 'budget_exceeded',
    values: {
      budget: name,
      period,
      limitUsd: usd(limitMicros),
      spentUsd: usd(spentMicros),
      heldUsd: usd(heldMicros),
      askedUsd: usd(costMicros ?? 0),
    },
    message: `The budget "${name}" of ${usd(limitMicros)} USD a ${period} does not allow for this: ${parts.join(', ')}.`,
  };
}
