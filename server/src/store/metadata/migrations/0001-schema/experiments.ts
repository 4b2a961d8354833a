// Experiments: several variants answer the same items.
export const experiments = `
create table experiments (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text,
  name text not null,
  status text not null,
  reason text,
  message text,
  dataset_id bigint not null,
  dataset_version bigint not null,
  split text,
  item_count integer not null,
  variants text not null,
  criteria text not null,
  baseline integer not null,
  repetitions integer not null,
  concurrency integer not null,
  limit_micros bigint,
  turn integer not null,
  cells_total integer not null,
  cells_done integer not null,
  cells_failed integer not null,
  spent_micros bigint not null,
  shipped text,
  prompt_ids text,
  created_by text not null,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint
);
create index experiments_list on experiments (account_id, created_at, id);

create table experiment_items (
  experiment_id text not null references experiments (id) on delete cascade,
  position integer not null,
  item_id integer not null,
  body text not null,
  source_call_id text,
  disagreement double precision not null,
  score double precision not null,
  cost_micros bigint not null,
  latency_ms bigint not null,
  constraint experiment_items_pk primary key (experiment_id, position)
);
create index experiment_items_source on experiment_items (source_call_id) where source_call_id is not null;

-- A row exists once the cell has an outcome.
create table experiment_cells (
  experiment_id text not null references experiments (id) on delete cascade,
  position integer not null,
  variant integer not null,
  repetition integer not null,
  status text not null,
  reason text,
  call_id text,
  call_timestamp bigint not null,
  body text,
  output_digest text,
  output_valid integer,
  scores text not null,
  cost_micros bigint not null,
  latency_ms bigint,
  input_tokens bigint,
  output_tokens bigint,
  attempts integer not null,
  verdict text,
  verdict_by text,
  verdict_at bigint,
  finished_at bigint not null,
  constraint experiment_cells_pk primary key (experiment_id, position, variant, repetition)
);
create index experiment_cells_call on experiment_cells (call_id) where call_id is not null;
`;
