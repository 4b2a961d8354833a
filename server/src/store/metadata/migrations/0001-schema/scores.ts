// Scores from everywhere, annotations, comments, and review queues.
export const scores = (autoId: string): string => `
-- Scores that clients send.
create table scores (
  number ${autoId},
  account_id text not null references accounts (id),
  project_number bigint not null,
  id text not null,
  name text not null,
  data_type text not null,
  source text not null,
  number_value double precision,
  label text,
  sealed text,
  call_id text,
  trace_id text,
  span_id text,
  session_id text,
  run_id text,
  author_id text not null,
  any_project integer not null,
  locate_at bigint,
  created_at bigint not null,
  received_at bigint not null
);
-- Within a project, so that a key of another project can neither change a score nor learn of it.
create unique index scores_id on scores (account_id, id, project_number);
create index scores_list on scores (account_id, created_at, number);
create index scores_name on scores (account_id, name, project_number, created_at);
-- A score has one or two of these, so each index holds only the scores that have it.
create index scores_call on scores (account_id, call_id) where call_id is not null;
create index scores_trace on scores (account_id, trace_id) where trace_id is not null;
create index scores_span on scores (account_id, span_id) where span_id is not null;
create index scores_session on scores (account_id, session_id) where session_id is not null;
create index scores_run on scores (account_id, run_id) where run_id is not null;
create index scores_locate on scores (locate_at) where locate_at is not null;

-- Scores of runs and rules.
create table eval_scores (
  id ${autoId},
  account_id text not null references accounts (id),
  project_id text,
  run_id bigint,
  rule_id bigint,
  criterion_id bigint not null,
  call_id text not null,
  call_timestamp bigint not null,
  trace_id text,
  session_id text,
  judged_until bigint,
  score double precision,
  normalized double precision,
  label text,
  reasoning text not null,
  figures text,
  status text not null,
  reason text,
  judge text,
  cost_micros bigint not null,
  created_at bigint not null
);
create index eval_scores_call on eval_scores (account_id, call_id, criterion_id);
create index eval_scores_criterion on eval_scores (account_id, criterion_id, created_at);
create index eval_scores_run on eval_scores (run_id);
-- The order of the review queue: the lowest first, among equals the newest call.
create index eval_scores_lowest on eval_scores (account_id, normalized, call_timestamp desc, id);
-- A run scores an item only once, also when two processes try.
create unique index eval_scores_once on eval_scores (run_id, criterion_id, call_id);
-- Finds accounts with material for probes: the newest scores of a model.
create index eval_scores_judged on eval_scores (account_id, created_at) where judge is not null;
-- A rule has one score of a call, a run or a session, also when two processes try.
create unique index eval_scores_rule_once
  on eval_scores (rule_id, criterion_id, coalesce(session_id, trace_id, call_id)) where rule_id is not null;
-- Scores of rules expire with the calls.
create index eval_scores_rule_age on eval_scores (account_id, call_timestamp) where rule_id is not null;
-- A rule shows its newest scores first.
create index eval_scores_rule_list on eval_scores (rule_id, id) where rule_id is not null;
create index eval_scores_trace on eval_scores (account_id, trace_id) where trace_id is not null;
create index eval_scores_session on eval_scores (account_id, session_id) where session_id is not null;
-- The list of all scores, newest first.
create index eval_scores_newest on eval_scores (account_id, created_at, id);

create table annotations (
  id ${autoId},
  account_id text not null references accounts (id),
  project_number bigint not null,
  call_id text not null,
  call_timestamp bigint not null,
  of_eval_run integer not null,
  annotation_text text,
  label text,
  quality_score integer,
  author_type text not null,
  author_id text not null,
  created_at bigint not null,
  updated_at bigint not null
);
-- Includes the score, so that the review queue reads only the index.
create index annotations_call on annotations (account_id, call_id, id, quality_score);
create index annotations_label on annotations (account_id, label, id);
-- Covers the coverage query, which reads only the index.
create index annotations_scored
  on annotations (account_id, call_timestamp, call_id, project_number, of_eval_run)
  where quality_score is not null;
-- The list of all scores, newest first.
create index annotations_newest on annotations (account_id, created_at, id);

-- A comment on a call or a span has the ids of both, if they are the same record.
create table comments (
  id text primary key,
  account_id text not null references accounts (id),
  project_number bigint not null,
  on_kind text not null,
  call_id text,
  trace_id text,
  span_id text,
  session_id text,
  sealed text not null,
  author_type text not null,
  author_id text not null,
  created_at bigint not null
);
create index comments_age on comments (account_id, created_at);
create index comments_call on comments (account_id, call_id, created_at, id) where call_id is not null;
create index comments_trace on comments (account_id, trace_id, created_at, id) where trace_id is not null;
create index comments_span on comments (account_id, span_id, created_at, id) where span_id is not null;
create index comments_session on comments (account_id, session_id, created_at, id) where session_id is not null;

create table comment_mentions (
  comment_id text not null references comments (id) on delete cascade,
  account_id text not null references accounts (id),
  user_id text not null,
  read_at bigint,
  constraint comment_mentions_pk primary key (comment_id, user_id)
);
create index comment_mentions_person on comment_mentions (account_id, user_id, read_at);

-- Leases of calls under review.
create table review_claims (
  account_id text not null references accounts (id),
  call_id text not null,
  claimed_by text not null,
  expires_at bigint not null,
  constraint review_claims_pk primary key (account_id, call_id)
);
create index review_claims_expiry on review_claims (expires_at);

-- Everything in a queue goes with it, and everything about an item with the item.
create table review_queues (
  id ${autoId},
  account_id text not null references accounts (id),
  project_id text,
  name text not null,
  instructions text not null,
  dimensions text not null,
  reviewers_per_item integer not null,
  assignees text not null,
  dataset_id bigint references eval_datasets (id) on delete set null,
  filled_with text not null,
  filter text,
  sample_pct double precision not null,
  enabled integer not null,
  max_open bigint not null,
  watermark bigint not null,
  passed_over bigint not null,
  last_filled_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index review_queues_name on review_queues (account_id, name);
create index review_queues_dataset on review_queues (dataset_id);

create table review_items (
  id ${autoId},
  account_id text not null references accounts (id),
  queue_id bigint not null references review_queues (id) on delete cascade,
  kind text not null,
  record_id text not null,
  record_timestamp bigint not null,
  state text not null,
  answer_count integer not null,
  final text,
  published integer not null,
  correction_outcome text,
  created_at bigint not null,
  done_at bigint
);
-- A queue has a call, a run or a session once, also when two processes add it.
create unique index review_items_record on review_items (queue_id, kind, record_id);
create index review_items_state on review_items (queue_id, state, id);
create index review_items_erasure on review_items (account_id, kind, record_id);
create index review_items_unpublished on review_items (id) where published = 0;

create table review_places (
  account_id text not null references accounts (id),
  item_id bigint not null references review_items (id) on delete cascade,
  reviewer_id text not null,
  taken_at bigint not null,
  expires_at bigint not null,
  skipped_at bigint,
  constraint review_places_key primary key (item_id, reviewer_id)
);
create index review_places_account on review_places (account_id);

create table review_answers (
  id ${autoId},
  account_id text not null references accounts (id),
  queue_id bigint not null references review_queues (id) on delete cascade,
  item_id bigint not null references review_items (id) on delete cascade,
  reviewer_type text not null,
  reviewer_id text not null,
  is_resolution integer not null,
  answers text not null,
  sealed text,
  duration_ms bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create unique index review_answers_once on review_answers (item_id, reviewer_id, is_resolution);
create index review_answers_queue on review_answers (queue_id, item_id);
create index review_answers_account on review_answers (account_id);
`;
