// Assessments of safety, findings of the guardian, and proposals.
export const findings = `
-- The id is from our own sequence, not the engine's: its row is locked until the commit, so that ids become visible in
-- order.
create table safety_assessments (
  id bigint primary key,
  account_id text not null references accounts (id),
  project_number bigint not null,
  call_id text not null,
  call_timestamp bigint not null,
  classifier_id text not null,
  source text not null,
  labels text not null,
  flagged integer not null,
  score double precision not null,
  reasoning text not null,
  figures text,
  created_at bigint not null
);
-- A call is classified only once, also when two processes try.
create unique index safety_assessments_once on safety_assessments (account_id, call_id, classifier_id);
create index safety_assessments_list on safety_assessments (account_id, id);
create index safety_assessments_flagged on safety_assessments (account_id, id) where flagged = 1;
-- For readers that continue after the last id, over all accounts.
create index safety_assessments_feed on safety_assessments (id) where flagged = 1;
-- The order of the review queue: the highest first, among equals the newest call.
create index safety_assessments_worst
  on safety_assessments (account_id, score desc, call_timestamp desc, id) where flagged = 1;
-- They expire with their calls.
create index safety_assessments_age on safety_assessments (account_id, call_timestamp);

-- Leases of calls under way.
create table safety_claims (
  account_id text not null references accounts (id),
  call_id text not null,
  classifier_id text not null,
  holder text not null,
  expires_at bigint not null,
  constraint safety_claims_pk primary key (account_id, call_id, classifier_id)
);
create index safety_claims_holder on safety_claims (holder);

create table safety_scans (
  account_id text primary key references accounts (id),
  watermark bigint not null,
  watermark_id text not null,
  last_run_at bigint,
  locked_by text,
  locked_until bigint not null
);

create table guardian_findings (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text not null,
  number bigint not null,
  kind text not null,
  cause text not null,
  fingerprint text not null,
  severity text not null,
  title text not null,
  detail text not null,
  evidence text not null,
  tally text not null,
  status text not null,
  status_at bigint,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  count bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index guardian_findings_once on guardian_findings (account_id, fingerprint);
create index guardian_findings_list on guardian_findings (account_id, last_seen_at, id);
create index guardian_findings_cause on guardian_findings (account_id, cause);
create index guardian_findings_new on guardian_findings (account_id, number);

create table guardian_scans (
  account_id text primary key references accounts (id),
  account_number bigint not null,
  settled_until bigint not null,
  seen text not null,
  arrived text not null,
  findings_made bigint not null,
  version bigint not null,
  scanned_at bigint not null
);

create table guardian_progress (
  name text primary key,
  value bigint not null
);

-- One row per cause: the same cause found again updates it.
create table proposals (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text not null,
  kind text not null,
  fingerprint text not null,
  title text not null,
  detail text not null,
  evidence text not null,
  saving_micros bigint not null,
  confidence double precision not null,
  weight bigint not null,
  status text not null,
  decided_weight bigint,
  decided_by text,
  comment text,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index proposals_cause on proposals (account_id, fingerprint);
create index proposals_list on proposals (account_id, status, saving_micros, id);
`;
