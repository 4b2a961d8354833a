// The run-time gate: budgets and policies of running agents, spend, holds and approvals.
export const gate = `
create table gate_budgets (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  limit_micros bigint not null,
  period text not null,
  scope text not null,
  action text not null,
  fail_mode text not null,
  on_unpriced text not null,
  generation integer not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index gate_budgets_list on gate_budgets (account_id, created_at, id);

create table gate_policies (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  enabled integer not null,
  priority integer not null,
  match text not null,
  effect text not null,
  max_cost_micros bigint,
  max_tokens bigint,
  fail_mode text not null,
  approval_minutes integer,
  created_at bigint not null,
  updated_at bigint not null
);
create index gate_policies_list on gate_policies (account_id, created_at, id);

-- No reference to the budget: an addition for a deleted budget must not fail the others beside it.
create table gate_spend (
  budget_id text not null,
  generation integer not null,
  period_start bigint not null,
  spent_micros bigint not null,
  added_micros bigint not null,
  reconciled_at bigint,
  reconciled_added_micros bigint not null,
  unpriced_calls bigint not null,
  unpriced_tokens bigint not null,
  added_unpriced_calls bigint not null,
  added_unpriced_tokens bigint not null,
  constraint gate_spend_pk primary key (budget_id, generation, period_start)
);

create table gate_holds (
  id text primary key,
  account_id text not null,
  project_id text not null,
  micros bigint not null,
  budget_ids text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index gate_holds_expiry on gate_holds (expires_at);

create table gate_held (
  budget_id text not null,
  expires_at bigint not null,
  micros bigint not null,
  holds bigint not null,
  constraint gate_held_pk primary key (budget_id, expires_at)
);

create table gate_approvals (
  id text primary key,
  account_id text not null references accounts (id),
  status text not null,
  open_key text unique,
  reasons text not null,
  provider text,
  model text,
  tool text,
  project_id text not null,
  trace_id text,
  session_id text,
  estimated_micros bigint,
  estimated_tokens bigint,
  tags text not null,
  requested_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  decided_at bigint,
  decided_by text,
  comment text,
  used_at bigint
);
create index gate_approvals_list on gate_approvals (account_id, created_at, id);
create index gate_approvals_expiry on gate_approvals (status, expires_at);
`;
