// The metadata tables as types. Columns are the subset that SQLite and PostgreSQL share: text, integers
// (times in milliseconds, money in micro-dollars, booleans as 0 / 1), doubles, and JSON as text.
import type { Generated, Kysely, Transaction } from 'kysely';

export type MetadataKind = 'sqlite' | 'postgres';

export type Bit = 0 | 1;

export interface AccountsTable {
  id: string;
  /** Small number that stands for the account in the records store. */
  number: number;
  name: string;
  plan: string;
  subscription_status: string;
  record_quota: number | null;
  retention_days: number | null;
  created_at: number;
  updated_at: number;
}

export interface ProjectsTable {
  id: string;
  number: number;
  account_id: string;
  name: string;
  is_default: Bit;
  created_at: number;
  updated_at: number;
}

export interface UsersTable {
  id: string;
  /** Lower case; the one name a person signs in with. */
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  updated_at: number;
}

export interface MembershipsTable {
  account_id: string;
  user_id: string;
  role: string;
  created_at: number;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  project_id: string | null;
  name: string;
  secret_hash: string;
  /** First characters of the secret, so that people can tell keys apart. */
  hint: string;
  /** JSON array, or null for full access. */
  scopes: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  created_by: string;
  created_at: number;
}

export interface SessionsTable {
  token_hash: string;
  user_id: string;
  account_id: string;
  expires_at: number;
  created_at: number;
}

export interface OneTimeTokensTable {
  token_hash: string;
  kind: string;
  account_id: string | null;
  user_id: string | null;
  expires_at: number;
  created_at: number;
}

export interface InvitationsTable {
  id: string;
  account_id: string;
  email: string;
  role: string;
  status: string;
  token_hash: string;
  invited_by: string;
  expires_at: number;
  created_at: number;
}

export interface ConsentsTable {
  account_id: string;
  kind: string;
  granted: Bit;
  changed_at: number;
  changed_by: string;
}

export interface UsageTable {
  account_id: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  records: number;
}

export interface AuditEntriesTable {
  account_id: string;
  /** 1, 2, 3 … within the account, without gaps. */
  seq: number;
  action: string;
  actor_type: string;
  actor_id: string;
  target_type: string;
  target_id: string;
  metadata: string;
  ip: string | null;
  created_at: number;
  previous_hash: string;
  hash: string;
}

export interface AuditHeadsTable {
  account_id: string;
  seq: number;
  hash: string;
}

export interface RateWindowsTable {
  key: string;
  window_start: number;
  hits: number;
}

export interface JobsTable {
  id: Generated<number>;
  name: string;
  /** At most one waiting or running job has a given key. */
  unique_key: string | null;
  payload: string;
  status: string;
  run_at: number;
  attempt: number;
  max_attempts: number;
  locked_by: string | null;
  locked_until: number | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  duration_ms: number | null;
  error: string | null;
}

export interface JobSchedulesTable {
  name: string;
  cron: string;
  next_run_at: number;
}

export interface TopicsTable {
  topic: string;
  version: number;
}

export interface ChangesTable {
  topic: string;
  version: number;
  key: string;
  created_at: number;
}

export interface SequencesTable {
  name: string;
  value: number;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface DataKeysTable {
  account_id: string;
  version: number;
  /** The key, sealed with the master key for this account and version. */
  wrapped: string;
  created_at: number;
}

export interface ModelPricesTable {
  account_id: string;
  /** The first entry that matches a model holds. */
  position: number;
  provider: string | null;
  model: string;
  input_per_mtok: number;
  output_per_mtok: number;
  cache_read_per_mtok: number | null;
  cache_write_per_mtok: number | null;
  updated_at: number;
}

export interface RepriceLocksTable {
  account_id: string;
  holder: string;
  /** Taken over by the next one when it has passed: its holder is gone. */
  locked_until: number;
}

export interface IngestReceiptsTable {
  account_id: string;
  /** Start of the hour. */
  hour: number;
  key_id: string;
  endpoint: string;
  client: string;
  scope: string;
  /** Empty for the row that counts everything of this sender; else only `rejected` and `refused` for this reason. */
  reason: string;
  requests: number;
  accepted: number;
  duplicates: number;
  observations: number;
  unpriced: number;
  rejected: number;
  refused: number;
  example: string;
  last_seen_at: number;
}

export interface RetentionChangesTable {
  account_id: string;
  changed_at: number;
}

export interface PromptsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  version: string;
  template: string;
  /** JSON object, or null. */
  variables: string | null;
  /** JSON array of texts, one to a line, so that one of them can be looked for. */
  labels: string;
  description: string | null;
  created_at: number;
  updated_at: number;
}

export interface PromptDeploymentsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  label: string;
  prompt_id: number;
  /** Where a rollback would go; null: nowhere. */
  previous_prompt_id: number | null;
  /** The entry of the history that is in force. */
  entry_id: number;
  deployed_at: number;
  deployed_by: string;
}

export interface PromptDeploymentHistoryTable {
  id: Generated<number>;
  account_id: string;
  deployment_id: number;
  /** The entry before it on its branch, along which rollbacks go. */
  parent_id: number | null;
  action: string;
  prompt_id: number;
  version: string;
  /** What the label pointed to until then, whichever way it came. */
  from_prompt_id: number | null;
  from_version: string | null;
  comment: string | null;
  deployed_at: number;
  deployed_by: string;
}

export interface AnnotationsTable {
  id: Generated<number>;
  account_id: string;
  /** That of the call, as the records store numbers projects. */
  project_number: number;
  call_id: string;
  call_timestamp: number;
  /** The call was made by an evaluation run, and is nobody's to review. */
  of_eval_run: Bit;
  annotation_text: string | null;
  label: string | null;
  quality_score: number | null;
  author_type: string;
  author_id: string;
  created_at: number;
  updated_at: number;
}

export interface ReviewClaimsTable {
  account_id: string;
  call_id: string;
  /** Id of the user or key. */
  claimed_by: string;
  expires_at: number;
}

export interface EvalScoresTable {
  id: Generated<number>;
  account_id: string;
  project_id: string | null;
  run_id: number | null;
  rule_id: number | null;
  criterion_id: number;
  call_id: string;
  call_timestamp: number;
  /** Set for scores of a whole trace. */
  trace_id: string | null;
  score: number | null;
  /** 0 to 1 of the criterion's scale. */
  normalized: number | null;
  /** Of a categorical score. */
  label: string | null;
  reasoning: string;
  status: 'scored' | 'failed';
  /** Why there is no score. */
  reason: string | null;
  /** `provider/model`; null: told by a rule, not by a model. */
  judge: string | null;
  cost_micros: number;
  created_at: number;
}

export interface QuotaNoticesTable {
  account_id: string;
  /** `YYYY-MM`. */
  month: string;
  percent: number;
  noticed_at: number;
}

export interface EvalRunsTable {
  id: Generated<number>;
  account_id: string;
  /** Null: the whole account. */
  project_id: string | null;
  name: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'canceled';
  source: 'recent' | 'dataset';
  label: string | null;
  dataset_id: number | null;
  dataset_version: number | null;
  prompt_id: number | null;
  recent_count: number | null;
  /** JSON, a query filter as it was given. */
  filter: string | null;
  /** JSON: the criteria as they were when the run was made. */
  criteria: string;
  idempotency_key: string | null;
  /** Its items are chosen. */
  picked: Bit;
  call_count: number;
  /** What criteria over whole traces have to score. */
  trace_count: number;
  error: string | null;
  error_reason: string | null;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
}

export interface EvalRunItemsTable {
  run_id: number;
  position: number;
  /** What pairs it with the same item of another run: the call, or the item of the dataset. */
  item_key: string;
  call_id: string;
  call_timestamp: number;
  trace_id: string | null;
  /** Of a dataset's item, as it was. */
  input_text: string | null;
  expected_output: string | null;
}

export interface EvalRulesTable {
  id: Generated<number>;
  account_id: string;
  /** Null: the whole account. */
  project_id: string | null;
  name: string | null;
  criterion_id: number;
  /** The same; null for one that every account has. */
  own_criterion_id: number | null;
  /** JSON, a query filter as it was given. */
  filter: string;
  sample_pct: number;
  enabled: Bit;
  /** What came before this is dealt with. */
  watermark: number;
  scored_count: number;
  failed_count: number;
  last_run_at: number | null;
  last_error: string | null;
  last_error_reason: string | null;
  /** Who is at work on it, until when unless they say so again. */
  locked_by: string | null;
  locked_until: number;
  created_at: number;
  updated_at: number;
}

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
  /** JSON array of channel kinds. */
  channels_sent: string;
  acknowledged_at: number | null;
  acknowledged_by: string | null;
}

export interface JudgeProbesTable {
  id: Generated<number>;
  account_id: string;
  criterion_id: number;
  call_id: string;
  /** How the answer was spoilt. */
  kind: string;
  /** `provider/model`: another model has to earn trust anew. */
  judge: string;
  /** Scores, 0 to 1 of the criterion's scale: of the answer as it was, of the same once more, and of what was made of it. */
  original: number;
  again: number;
  degraded: number;
  detected: Bit;
  inverted: Bit;
  stable: Bit;
  cost_micros: number;
  created_at: number;
}

export interface JudgeProbeLocksTable {
  account_id: string;
  holder: string;
  /** Taken over by the next one when it has passed: its holder is gone. */
  locked_until: number;
}

export interface EvalCriteriaTable {
  id: number;
  account_id: string;
  name: string;
  rubric: string;
  scale_min: number;
  scale_max: number;
  type: string;
  score_type: string;
  scope: string;
  created_at: number;
  updated_at: number;
}

export interface EvalDatasetsTable {
  id: number;
  account_id: string;
  name: string;
  description: string | null;
  prompt_id: number | null;
  frozen: Bit;
  /** Goes up with every change of the items. */
  version: number;
  item_count: number;
  /** Ids of items are not given out twice, whatever was removed. */
  last_item_id: number;
  created_at: number;
  updated_at: number;
}

export interface EvalDatasetItemsTable {
  dataset_id: number;
  /** Within the dataset. */
  id: number;
  position: number;
  input_text: string;
  expected_output: string | null;
  source_call_id: string | null;
}

export interface SavedViewsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  /** JSON, as it was given. */
  filter: string;
  created_at: number;
  updated_at: number;
}

export interface LlmBudgetsTable {
  account_id: string;
  budget_micros: number;
  updated_at: number;
}

export interface LlmSpendTable {
  account_id: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  spent_micros: number;
  /** Sum of the reservations of this month that are not charged. */
  held_micros: number;
}

export interface LlmReservationsTable {
  id: string;
  account_id: string;
  /** Of when it was made; it is settled there, whenever that is. */
  month: string;
  micros: number;
  purpose: string;
  /** It ran out and counts as spent; kept for a while, for a settlement that comes late. */
  charged: Bit;
  created_at: number;
  expires_at: number;
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

export interface Database {
  accounts: AccountsTable;
  projects: ProjectsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  invitations: InvitationsTable;
  consents: ConsentsTable;
  usage: UsageTable;
  audit_entries: AuditEntriesTable;
  audit_heads: AuditHeadsTable;
  rate_windows: RateWindowsTable;
  jobs: JobsTable;
  job_schedules: JobSchedulesTable;
  topics: TopicsTable;
  changes: ChangesTable;
  sequences: SequencesTable;
  settings: SettingsTable;
  data_keys: DataKeysTable;
  model_prices: ModelPricesTable;
  reprice_locks: RepriceLocksTable;
  ingest_receipts: IngestReceiptsTable;
  retention_changes: RetentionChangesTable;
  prompts: PromptsTable;
  prompt_deployments: PromptDeploymentsTable;
  prompt_deployment_history: PromptDeploymentHistoryTable;
  annotations: AnnotationsTable;
  review_claims: ReviewClaimsTable;
  eval_scores: EvalScoresTable;
  quota_notices: QuotaNoticesTable;
  eval_runs: EvalRunsTable;
  eval_run_items: EvalRunItemsTable;
  eval_rules: EvalRulesTable;
  alerts: AlertsTable;
  alert_events: AlertEventsTable;
  judge_probes: JudgeProbesTable;
  judge_probe_locks: JudgeProbeLocksTable;
  eval_criteria: EvalCriteriaTable;
  eval_datasets: EvalDatasetsTable;
  eval_dataset_items: EvalDatasetItemsTable;
  saved_views: SavedViewsTable;
  llm_budgets: LlmBudgetsTable;
  llm_spend: LlmSpendTable;
  llm_reservations: LlmReservationsTable;
  deliveries: DeliveriesTable;
  webhooks: WebhooksTable;
}

/** What may only ask. The connection behind it is read-only in the engine itself, not by promise. */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>;

/** What may change: a transaction, so that nothing is left half done. */
export type Writer = Transaction<Database>;
