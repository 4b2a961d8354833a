// What agents may do and spend, what they have spent, and what somebody must allow first.
import type { Bit } from './bit.ts';

export interface GateBudgetsTable {
  id: string;
  account_id: string;
  name: string;
  limit_micros: number;
  period: 'day' | 'week' | 'month';
  /** JSON: provider, model, tags, projectId; null where it does not matter. */
  scope: string;
  action: 'deny' | 'require_approval' | 'warn';
  fail_mode: 'open' | 'closed';
  /** Goes up when other calls count than before, and the spend begins anew. */
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
  /** JSON: providers, models, tools, tags; null where it does not matter. */
  match: string;
  effect: 'allow' | 'deny' | 'require_approval';
  max_cost_micros: number | null;
  max_tokens: number | null;
  fail_mode: 'open' | 'closed';
  approval_minutes: number | null;
  created_at: number;
  updated_at: number;
}

/** Added to by every process; set only when the records were asked. */
export interface GateSpendTable {
  budget_id: string;
  generation: number;
  period_start: number;
  spent_micros: number;
  /** All that was ever added, so that one who asks the records knows what came meanwhile. */
  added_micros: number;
  /** Null: the records have not been asked yet. */
  reconciled_at: number | null;
  /** `added_micros` of then: no more since means that nothing has changed. */
  reconciled_added_micros: number;
}

/** What a check holds, until its call arrives, it is released or its time is over. */
export interface GateHoldsTable {
  id: string;
  account_id: string;
  /** Of the check; null in holds that an earlier version made. */
  project_id: string | null;
  micros: number;
  /** JSON list: the same amount of each. */
  budget_ids: string;
  created_at: number;
  /** Of a full second. */
  expires_at: number;
}

/** The same added up by the second of their end: a decision reads a few of these, however many hold something. */
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
  /** What tells the same question; null once it is decided. */
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
