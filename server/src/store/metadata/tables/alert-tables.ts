// Rules that fire, and what is sent to whom.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface AlertsTable {
  id: Generated<number>;
  account_id: string;
  /** Null: the whole account. */
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
  silenced_until: number | null;
  /** The condition was true when it was last looked at. */
  holds: Bit;
  /** When it last fired since the condition became true. */
  fired_at: number | null;
  /** A silence kept it from firing. */
  held_back: Bit;
  /** Counts changes of the rule and of what it remembers: whoever decided on an older one decides again. */
  version: number;
  last_triggered_at: number | null;
  last_observed_value: number | null;
  /** For `guardian_findings`: findings of the account up to this number were told. */
  findings_told: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface AlertEventsTable {
  id: Generated<number>;
  account_id: string;
  alert_id: number;
  /** These three as they were when it fired; null: the event is older than snapshots. */
  alert_type: string | null;
  threshold_value: number | null;
  window_minutes: number | null;
  triggered_at: number;
  observed_value: number;
  /** JSON array of the channel kinds whose delivery succeeded. */
  channels_sent: string;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
}

export interface DeliveriesTable {
  id: string;
  account_id: string;
  /** A message of an alert, an event for a subscription, or a word from the service to the owners. */
  kind: 'alert' | 'webhook' | 'notice';
  channel: string;
  /** Where to, sealed; null for subscriptions, which may have moved since. */
  target: string | null;
  alert_id: number | null;
  alert_event_id: number | null;
  webhook_id: string | null;
  event: string;
  /** JSON: `{type, timestamp, data}`, the same for every attempt. */
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  /** JSON list. */
  attempts: string;
  /** How often it was tried since it was last begun. */
  tries: number;
  /** Goes up with every job that is made for it, so that an older one has nothing to do. */
  turn: number;
  next_at: number | null;
  give_up_at: number;
  created_at: number;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  /** JSON, sealed: URL, secret, and secrets that still sign beside it. */
  target: string;
  /** JSON array. */
  events: string;
  description: string | null;
  enabled: Bit;
  /** Of the first failure since something last arrived; null: all is well. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

export interface AlertTables {
  alerts: AlertsTable;
  alert_events: AlertEventsTable;
  deliveries: DeliveriesTable;
  webhooks: WebhooksTable;
}
