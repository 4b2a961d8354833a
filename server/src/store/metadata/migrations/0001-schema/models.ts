// Connections to models, and the budgets of LLM features.
export const models = `
-- The monthly budget of an account for LLM features, its spend, and reservations.
create table llm_budgets (
  account_id text primary key references accounts (id),
  budget_micros bigint not null,
  updated_at bigint not null
);

create table llm_spend (
  account_id text not null references accounts (id),
  month text not null,
  spent_micros bigint not null,
  held_micros bigint not null,
  constraint llm_spend_pk primary key (account_id, month)
);

create table llm_reservations (
  id text primary key,
  account_id text not null references accounts (id),
  month text not null,
  micros bigint not null,
  purpose text not null,
  charged integer not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index llm_reservations_account on llm_reservations (account_id, month);
create index llm_reservations_expiry on llm_reservations (charged, expires_at);

-- Connections of an account to vendors of models, and what was spent through each.
create table model_connections (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  provider text not null,
  base_url text not null,
  api_key text,
  default_model text not null,
  embedding_model text,
  models text not null,
  is_default integer not null,
  day_budget_micros bigint,
  month_budget_micros bigint,
  tested_at bigint,
  test_fault text,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint model_connections_name unique (account_id, name)
);

create table model_connection_spend (
  connection_id text not null,
  account_id text not null references accounts (id),
  period text not null,
  spent_micros bigint not null,
  held_micros bigint not null,
  constraint model_connection_spend_pk primary key (connection_id, period)
);
create index model_connection_spend_account on model_connection_spend (account_id);

-- Saved states of the playground, for links.
create table playground_drafts (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text,
  source_call_id text,
  source_trace_id text,
  body text not null,
  created_at bigint not null
);
create index playground_drafts_account on playground_drafts (account_id, created_at);
`;
