// Alert rules, their events, and deliveries.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface AlertsTable {
  id: Generated<number>;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  name: string;
  alert_type: string;
  threshold_value: number;
  window_minutes: number;
  /** JSON array. */
  channel_kinds: string;
  /** JSON, sealed. */
  channel_targets: string;
  enabled: Bit;
  eval_criterion_id: number | null;
  /** For `score_below` and `score_above`. */
  score_name: string | null;
  /** The alert is about the share of this value; null: about the mean. */
  score_value: string | null;
  measured_of: Generated<'calls' | 'spans' | 'runs'>;
  /** JSON; null for all records. */
  filter: string | null;
  /** The dimension whose values are judged one by one; null for one judgement. */
  for_each: string | null;
  /** Of latencies; null for the usual one. */
  percentile: number | null;
  silenced_until: number | null;
  /** The condition was true at the last check; of any group. */
  holds: Bit;
  /** Last firing since the condition became true; of groups, the oldest of these. */
  fired_at: number | null;
  /** A silence kept it from firing. */
  held_back: Bit;
  /** Counts changes of the rule and its state. A decision based on an older revision is repeated. */
  version: number;
  last_triggered_at: number | null;
  last_observed_value: number | null;
  /** For `guardian_findings`: findings of the account up to this number were reported. */
  findings_told: number;
  created_at: number;
  updated_at: number;
}

/** The state of a group whose condition holds. */
export interface AlertGroupsTable {
  /** Names this incident of the group in messages. */
  incident: string;
  account_id: string;
  alert_id: number;
  value: string;
  fired_at: number | null;
  /** Its last firing. */
  event_id: number | null;
  held_back: Bit;
  observed_value: number | null;
}

export interface AlertEventsTable {
  id: Generated<number>;
  account_id: string;
  alert_id: number;
  /** These three are copies from the time of firing. */
  alert_type: string;
  threshold_value: number;
  window_minutes: number;
  triggered_at: number;
  observed_value: number;
  /** For alerts on cost: calls of the window without a price; null if there were none. */
  unpriced_calls: number | null;
  unpriced_tokens: number | null;
  percentile: number | null;
  /** The group that fired; null for a rule without groups. */
  dimension: string | null;
  group_value: string | null;
  /** The first event of the message that listed this one too; null for that event itself. */
  told_with: number | null;
  /** JSON array of the channel kinds whose delivery succeeded. */
  channels_sent: string;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
}

export interface DeliveriesTable {
  id: string;
  account_id: string;
  /** A message of an alert, an event for a subscription, or a notice of the service to the owners. */
  kind: 'alert' | 'webhook' | 'notice';
  channel: string;
  /** The destination, sealed; null for subscriptions, whose URL may change before the delivery. */
  target: string | null;
  alert_id: number | null;
  alert_event_id: number | null;
  /** For an alert with groups: what the receiver opens and closes. */
  incident: string | null;
  webhook_id: string | null;
  event: string;
  /** JSON: `{type, timestamp, data}`, the same for every attempt. */
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  /** JSON list. */
  attempts: string;
  /** Attempts since the last start. */
  tries: number;
  /** Incremented with every job for it, so that an older job does nothing. */
  turn: number;
  next_at: number | null;
  give_up_at: number;
  created_at: number;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  /** JSON, sealed: URL, secret, and earlier secrets that still sign. */
  target: string;
  /** JSON array. */
  events: string;
  description: string | null;
  enabled: Bit;
  /** First failure since the last success; null if there is none. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

export interface AlertTables {
  alerts: AlertsTable;
  alert_groups: AlertGroupsTable;
  alert_events: AlertEventsTable;
  deliveries: DeliveriesTable;
  webhooks: WebhooksTable;
}
