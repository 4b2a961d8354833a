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
}

/** What may only ask. The connection behind it is read-only in the engine itself, not by promise. */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>;

/** What may change: a transaction, so that nothing is left half done. */
export type Writer = Transaction<Database>;
