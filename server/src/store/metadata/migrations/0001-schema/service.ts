// The service itself: audit, limits, jobs, changes, keys, receipts, and work under way on records.
export const service = (autoId: string): string => `
create table audit_entries (
  account_id text not null,
  seq bigint not null,
  action text not null,
  actor_type text not null,
  actor_id text not null,
  target_type text not null,
  target_id text not null,
  metadata text not null,
  ip text,
  created_at bigint not null,
  previous_hash text not null,
  hash text not null,
  constraint audit_entries_pk primary key (account_id, seq)
);

create table audit_heads (
  account_id text primary key,
  seq bigint not null,
  hash text not null
);

create table rate_windows (
  key text primary key,
  window_start bigint not null,
  hits bigint not null
);

create table jobs (
  id ${autoId},
  name text not null,
  unique_key text,
  payload text not null,
  status text not null,
  run_at bigint not null,
  attempt integer not null,
  max_attempts integer not null,
  locked_by text,
  locked_until bigint,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  duration_ms bigint,
  error text
);
create index jobs_due on jobs (status, run_at);
create index jobs_name on jobs (name, id);
create unique index jobs_unique on jobs (unique_key);

create table job_schedules (
  name text primary key,
  cron text not null,
  next_run_at bigint not null
);

create table topics (
  topic text primary key,
  version bigint not null
);

create table changes (
  topic text not null,
  version bigint not null,
  key text not null,
  created_at bigint not null,
  constraint changes_pk primary key (topic, version)
);

create table sequences (
  name text primary key,
  value bigint not null
);

create table settings (
  name text primary key,
  value text not null
);

-- The keys that seal the content of accounts, wrapped by the master key.
create table data_keys (
  account_id text not null references accounts (id),
  version bigint not null,
  wrapped text not null,
  created_at bigint not null,
  constraint data_keys_pk primary key (account_id, version)
);

-- Receipts by hour and sender. No reference to accounts: one bad row must not fail the others. code, field and
-- value are empty where the reason is a code.
create table ingest_receipts (
  account_id text not null,
  hour bigint not null,
  key_id text not null,
  endpoint text not null,
  client text not null,
  scope text not null,
  reason text not null,
  code text not null,
  field text not null,
  value text not null,
  requests bigint not null,
  accepted bigint not null,
  duplicates bigint not null,
  observations bigint not null,
  unpriced bigint not null,
  rejected bigint not null,
  refused bigint not null,
  example text not null,
  last_seen_at bigint not null,
  constraint ingest_receipts_pk primary key (account_id, hour, key_id, endpoint, client, scope, reason)
);
create index ingest_receipts_hour on ingest_receipts (hour);

-- Spans that report a call that another record reports too.
create table merged_calls (
  account_id text not null,
  project_number bigint not null,
  call_id text not null,
  kept_id text not null,
  reason text not null,
  is_merged integer not null,
  noted_at bigint not null,
  constraint merged_calls_pk primary key (account_id, call_id)
);
create index merged_calls_newest on merged_calls (account_id, noted_at);

-- Written before records are inserted and deleted with their charge, so that a write interrupted by a crash can be
-- completed.
create table unfinished_writes (
  id text primary key,
  account bigint not null,
  month text not null,
  began_at bigint not null,
  records text not null,
  charged integer
);
create index unfinished_writes_by_account on unfinished_writes (account);

-- The queue of changes to stored records. note holds the facts to write down if the change is interrupted.
create table record_changes (
  ticket bigint primary key,
  account bigint not null,
  kind text not null,
  place text not null unique,
  holder text,
  held_until bigint not null,
  calls text,
  note text
);

-- Spans that other back ends' clients have not finished yet.
create table open_spans (
  account_id text not null references accounts (id),
  project_number integer not null,
  peer text not null,
  kind text not null,
  id text not null,
  trace_id text not null,
  body text not null,
  bytes integer not null,
  begun integer not null,
  ended integer not null,
  latest_order bigint not null,
  key_id text not null,
  client text not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  due_at bigint not null,
  constraint open_spans_pk primary key (account_id, project_number, peer, kind, id)
);
create index open_spans_due on open_spans (due_at);
create index open_spans_trace on open_spans (account_id, project_number, peer, trace_id);

-- Events of spans that were sent apart from their span, until they are part of its record.
create table span_events (
  account_id text not null references accounts (id),
  id text not null,
  project_number integer not null,
  trace_id text not null,
  span_id text not null,
  body text not null,
  bytes integer not null,
  time_ms bigint not null,
  place integer not null,
  received_at bigint not null,
  due_at bigint not null,
  constraint span_events_pk primary key (account_id, id)
);
create index span_events_due on span_events (due_at);
create index span_events_trace on span_events (account_id, trace_id);

-- Files that clients sent. The hash is keyed by the account. used_at: when it was last sent. At check_at, a file that no
-- record refers to is deleted.
create table media (
  id text primary key,
  account_id text not null references accounts (id),
  project_number bigint not null,
  hash text not null,
  content_type text not null,
  bytes bigint not null,
  created_at bigint not null,
  used_at bigint not null,
  check_at bigint not null
);
-- A file is stored once in a project, also when two requests bring it.
create unique index media_hash on media (account_id, project_number, hash);
create index media_bytes on media (account_id, bytes);
create index media_check on media (check_at);

-- Files that are being written or deleted. A row that stays belongs to a killed process, and its file goes.
create table unfinished_media (
  id text primary key,
  account_id text not null,
  began_at bigint not null
);
create index unfinished_media_age on unfinished_media (began_at);

-- The daily export of an account to a folder or a bucket, with its last run.
create table export_schedules (
  account_id text primary key references accounts (id),
  enabled integer not null,
  content integer not null,
  place text not null,
  access_key text,
  version bigint not null,
  exported_to text,
  compared_at bigint,
  begun_at bigint,
  begun_days bigint not null,
  run_started_at bigint,
  run_finished_at bigint,
  run_error text,
  run_error_detail text,
  run_days bigint not null,
  rows bigint not null,
  bytes bigint not null,
  files bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
`;
