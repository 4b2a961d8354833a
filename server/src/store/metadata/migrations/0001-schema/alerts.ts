// Alerts, webhooks, and their messages.
export const alerts = (autoId: string): string => `
-- Rules with their state between checks. Findings up to the number findings_told are older than the alert or were
-- reported. measured_of: calls, spans or runs; filter: JSON; for_each: a rule for each value of this dimension.
create table alerts (
  id ${autoId},
  account_id text not null references accounts (id),
  project_id text,
  name text not null,
  alert_type text not null,
  threshold_value double precision not null,
  window_minutes integer not null,
  channel_kinds text not null,
  channel_targets text not null,
  enabled integer not null,
  eval_criterion_id bigint,
  score_name text,
  score_value text,
  measured_of text not null default 'calls',
  filter text,
  for_each text,
  percentile double precision,
  silenced_until bigint,
  holds integer not null,
  fired_at bigint,
  held_back integer not null,
  version bigint not null,
  last_triggered_at bigint,
  last_observed_value double precision,
  findings_told bigint not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index alerts_list on alerts (account_id, id);

-- Groups of a rule whose condition holds. The others are forgotten. An incident is one such time of one group.
create table alert_groups (
  incident text primary key,
  account_id text not null references accounts (id),
  alert_id bigint not null references alerts (id) on delete cascade,
  value text not null,
  fired_at bigint,
  event_id bigint,
  held_back integer not null,
  observed_value double precision
);
create index alert_groups_of on alert_groups (alert_id);

-- A row for each firing, with the rule as it was. Groups that fired together share a message: told_with is the
-- event that it belongs to, null for that event itself.
create table alert_events (
  id ${autoId},
  account_id text not null references accounts (id),
  alert_id bigint not null references alerts (id) on delete cascade,
  alert_type text not null,
  threshold_value double precision not null,
  window_minutes integer not null,
  triggered_at bigint not null,
  observed_value double precision not null,
  unpriced_calls bigint,
  unpriced_tokens bigint,
  percentile double precision,
  dimension text,
  group_value text,
  told_with bigint,
  channels_sent text not null,
  acknowledged_at bigint,
  acknowledged_by text
);
create index alert_events_list on alert_events (account_id, triggered_at, id);
create index alert_events_of on alert_events (alert_id, triggered_at, id);
create index alert_events_told_with on alert_events (told_with) where told_with is not null;
create index alert_events_group on alert_events (account_id, group_value) where group_value is not null;

-- Outgoing messages and their status.
create table deliveries (
  id text primary key,
  account_id text not null references accounts (id),
  kind text not null,
  channel text not null,
  target text,
  alert_id bigint references alerts (id) on delete cascade,
  alert_event_id bigint,
  incident text,
  webhook_id text,
  event text not null,
  body text not null,
  status text not null,
  attempts text not null,
  tries integer not null,
  turn integer not null,
  next_at bigint,
  give_up_at bigint not null,
  created_at bigint not null
);
create index deliveries_alert_event
  on deliveries (alert_event_id, created_at, id) where alert_event_id is not null;
create index deliveries_webhook on deliveries (webhook_id, created_at, id) where webhook_id is not null;
create index deliveries_alert on deliveries (alert_id, status) where alert_id is not null;
create index deliveries_age on deliveries (created_at);

-- Subscriptions to events of an account.
create table webhooks (
  id text primary key,
  account_id text not null references accounts (id),
  target text not null,
  events text not null,
  description text,
  enabled integer not null,
  failing_since bigint,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhooks_list on webhooks (account_id, created_at, id);
`;
