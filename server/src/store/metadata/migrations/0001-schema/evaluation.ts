// Criteria, datasets, runs, rules, and the trust in judges.
export const evaluation = (autoId: string): string => `
-- An account's own criteria. Those that every account has are in code, with lower ids.
create table eval_criteria (
  id bigint primary key,
  account_id text not null references accounts (id),
  name text not null,
  rubric text not null,
  scale_min double precision not null,
  scale_max double precision not null,
  type text not null,
  score_type text not null,
  scope text not null,
  sample_project_id text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint eval_criteria_name unique (account_id, name)
);

create table eval_datasets (
  id bigint primary key,
  account_id text not null references accounts (id),
  project_id text,
  name text not null,
  description text,
  prompt_id bigint references prompts (id) on delete set null,
  frozen integer not null,
  version integer not null,
  item_count integer not null,
  last_item_id integer not null,
  facts text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint eval_datasets_name unique (account_id, name)
);
create index eval_datasets_list on eval_datasets (account_id, id);
create index eval_datasets_prompt on eval_datasets (prompt_id);

create table eval_dataset_items (
  dataset_id bigint not null references eval_datasets (id) on delete cascade,
  id integer not null,
  position integer not null,
  external_id text,
  source_trace_id text,
  sealed_texts text not null,
  source_call_id text,
  split text,
  client_key text,
  input_digest text not null,
  media text,
  since_version integer not null,
  constraint eval_dataset_items_pk primary key (dataset_id, id)
);
create index eval_dataset_items_source on eval_dataset_items (source_call_id);
create index eval_dataset_items_external_id on eval_dataset_items (external_id) where external_id is not null;
create index eval_dataset_items_source_trace_id
  on eval_dataset_items (source_trace_id) where source_trace_id is not null;
create index eval_dataset_items_order on eval_dataset_items (dataset_id, position);
create index eval_dataset_items_client_key on eval_dataset_items (dataset_id, client_key);
create index eval_dataset_items_input_digest on eval_dataset_items (dataset_id, input_digest);

-- Items as they were before they were changed or removed.
create table eval_dataset_past_items (
  dataset_id bigint not null references eval_datasets (id) on delete cascade,
  id integer not null,
  since_version integer not null,
  until_version integer not null,
  position integer not null,
  sealed_texts text not null,
  source_call_id text,
  external_id text,
  source_trace_id text,
  split text,
  client_key text,
  media text,
  constraint eval_dataset_past_items_pk primary key (dataset_id, id, until_version)
);
create index eval_dataset_past_items_order on eval_dataset_past_items (dataset_id, position);
create index eval_dataset_past_items_until on eval_dataset_past_items (dataset_id, until_version);
create index eval_dataset_past_items_source_call_id
  on eval_dataset_past_items (source_call_id) where source_call_id is not null;
create index eval_dataset_past_items_source_trace_id
  on eval_dataset_past_items (source_trace_id) where source_trace_id is not null;

create table eval_dataset_versions (
  dataset_id bigint not null references eval_datasets (id) on delete cascade,
  version integer not null,
  item_count integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  made_by text,
  created_at bigint not null,
  constraint eval_dataset_versions_pk primary key (dataset_id, version)
);

-- The scores are in eval_scores.
create table eval_runs (
  id ${autoId},
  account_id text not null references accounts (id),
  project_id text,
  name text not null,
  status text not null,
  source text not null,
  label text,
  dataset_id bigint,
  dataset_version bigint,
  split text,
  prompt_id bigint,
  prompt_deleted integer not null,
  recent_count integer,
  filter text,
  item_tag text,
  criteria text not null,
  idempotency_key text,
  picked integer not null,
  call_count integer not null,
  trace_count integer not null,
  error text,
  error_reason text,
  created_at bigint not null,
  started_at bigint,
  completed_at bigint
);
create index eval_runs_list on eval_runs (account_id, id);
create index eval_runs_key on eval_runs (account_id, idempotency_key, created_at);
create index eval_runs_name on eval_runs (account_id, name, id);

-- A recent call, or a dataset item as it was when the run began.
create table eval_run_items (
  run_id bigint not null references eval_runs (id) on delete cascade,
  position integer not null,
  item_key text not null,
  call_id text not null,
  call_timestamp bigint not null,
  trace_id text,
  sealed_texts text,
  source_call_id text,
  constraint eval_run_items_pk primary key (run_id, position)
);
create index eval_run_items_source on eval_run_items (source_call_id);

-- Rules that score new calls. own_criterion_id is null for a criterion that every account has: those are in code. A
-- rule goes with its criterion.
create table eval_rules (
  id ${autoId},
  account_id text not null references accounts (id),
  project_id text,
  name text,
  criterion_id bigint not null,
  own_criterion_id bigint references eval_criteria (id) on delete cascade,
  filter text not null,
  scope text not null,
  quiet_seconds integer not null,
  sample_pct double precision not null,
  enabled integer not null,
  watermark bigint not null,
  scored_count bigint not null,
  failed_count bigint not null,
  last_run_at bigint,
  last_error text,
  last_error_reason text,
  locked_by text,
  locked_until bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index eval_rules_list on eval_rules (account_id, id);
create index eval_rules_criterion on eval_rules (own_criterion_id);

-- Runs over a dataset that were made outside this service.
create table linked_runs (
  id text primary key,
  account_id text not null references accounts (id),
  dataset_id bigint not null references eval_datasets (id) on delete cascade,
  name text not null,
  facts text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint linked_runs_name unique (dataset_id, name)
);
create index linked_runs_account on linked_runs (account_id);

create table linked_run_items (
  id text primary key,
  run_id text not null references linked_runs (id) on delete cascade,
  item_id integer not null,
  trace_id text not null,
  span_id text,
  created_at bigint not null
);
create index linked_run_items_of on linked_run_items (run_id, created_at, id);
create index linked_run_items_trace on linked_run_items (trace_id);

-- Scores of a judge for answers that were spoilt on purpose, and the lease of a probe.
create table judge_probes (
  id ${autoId},
  account_id text not null references accounts (id),
  criterion_id bigint not null,
  call_id text not null,
  kind text not null,
  judge text not null,
  original double precision not null,
  again double precision not null,
  degraded double precision not null,
  detected integer not null,
  inverted integer not null,
  stable integer not null,
  cost_micros bigint not null,
  created_at bigint not null
);
create index judge_probes_judge on judge_probes (account_id, judge, created_at);

create table judge_probe_locks (
  account_id text primary key references accounts (id),
  holder text not null,
  locked_until bigint not null
);
`;
