// Budgets and policies of agents, their spend, and approvals.
import type { Bit } from './bit.ts';

export interface GateBudgetsTable {
  id: string;
  account_id: string;
  name: string;
  limit_micros: number;
  period: 'day' | 'week' | 'month';
  /** JSON: provider, model, tags, projectId; null matches any. */
  scope: string;
  action: 'deny' | 'require_approval' | 'warn';
  fail_mode: 'open' | 'closed';
  /** The effect on a step while the period has calls without a price. */
  on_unpriced: 'allow' | 'warn' | 'deny';
  /** Incremented when the budget begins to count different calls; the spend then restarts at zero. */
  generation: number;
  created_at: number;
  updated_at: number;
}

export interface GatePoliciesTable {
  id: string;
  account_id: string;
  name: string;
  enabled: Bit;
  priority: number;
  /** JSON: providers, models, tools, tags; null matches any. */
  match: string;
  effect: 'allow' | 'deny' | 'require_approval';
  max_cost_micros: number | null;
  max_tokens: number | null;
  fail_mode: 'open' | 'closed';
  approval_minutes: number | null;
  created_at: number;
  updated_at: number;
}

/** Every process adds to it. Only a reconciliation with the records sets it. */
export interface GateSpendTable {
  budget_id: string;
  generation: number;
  period_start: number;
  spent_micros: number;
  /** Total of all additions, so that a reconciliation knows what was added meanwhile. */
  added_micros: number;
  /** Last reconciliation; null before the first. */
  reconciled_at: number | null;
  /** `added_micros` at that time. If it is the same now, nothing has changed. */
  reconciled_added_micros: number;
  /** Calls without a price that used tokens, and their tokens. */
  unpriced_calls: number;
  unpriced_tokens: number;
  added_unpriced_calls: number;
  added_unpriced_tokens: number;
}

/** An amount that a check holds until its call arrives, it is released, or it expires. */
export interface GateHoldsTable {
  id: string;
  account_id: string;
  /** Project of the check. */
  project_id: string;
  micros: number;
  /** JSON list of budgets; the amount counts for each. */
  budget_ids: string;
  created_at: number;
  /** A whole second. */
  expires_at: number;
}

/** Holds summed by the second of their expiry: a decision reads few rows, however many holds there are. */
export interface GateHeldTable {
  budget_id: string;
  expires_at: number;
  micros: number;
  holds: number;
}

export interface GateApprovalsTable {
  id: string;
  account_id: string;
  status: 'pending' | 'approved' | 'denied' | 'expired';
  /** Equal for equal requests; null once decided. */
  open_key: string | null;
  /** JSON: list of `{policyId | budgetId, message}`. */
  reasons: string;
  provider: string | null;
  model: string | null;
  tool: string | null;
  project_id: string;
  trace_id: string | null;
  session_id: string | null;
  estimated_micros: number | null;
  estimated_tokens: number | null;
  /** JSON. */
  tags: string;
  requested_by: string;
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  decided_by: string | null;
  comment: string | null;
  used_at: number | null;
}

export interface GateTables {
  gate_budgets: GateBudgetsTable;
  gate_policies: GatePoliciesTable;
  gate_spend: GateSpendTable;
  gate_holds: GateHoldsTable;
  gate_held: GateHeldTable;
  gate_approvals: GateApprovalsTable;
}
