// Accounts, people, keys, plans, and their spend.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface AccountsTable {
  id: string;
  /** The account's number in the records store. */
  number: number;
  name: string;
  plan: string;
  subscription_status: string;
  record_quota: number | null;
  retention_days: number | null;
  /** Limits that replace those of the plan. */
  dataset_items: number | null;
  item_characters: number | null;
  export_rows: number | null;
  trace_spans: number | null;
  saved_views: number | null;
  /** The account is closed and is deleted at this time; null if it is not closed. */
  deletes_at: number | null;
  /** `four` or `any`: the providers that ingest accepts. */
  accept_providers: string;
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
  /** Lower case; people sign in with it. */
  email: string;
  name: string;
  /** '' for a user without a password, who signs in through single sign-on. */
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
  /** Sealed. The provider of single sign-on asks for it when the session ends; null for other sessions. */
  id_token: string | null;
  expires_at: number;
  created_at: number;
}

/** The identity of a user at a provider of single sign-on. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
}

export interface OneTimeTokensTable {
  token_hash: string;
  kind: string;
  account_id: string | null;
  user_id: string | null;
  expires_at: number;
  created_at: number;
}

/** A program in a terminal that waits for a person to let it in. Rows end after minutes. */
export interface DeviceLoginsTable {
  device_hash: string;
  user_hash: string;
  client_hash: string;
  client_name: string;
  /** The address from which it asks, which the person sees. */
  requested_from: string | null;
  /** JSON array: the requested scopes, then those that the person allowed. */
  scopes: string;
  /** How long the program must wait between two polls. */
  interval_ms: number;
  polled_at: number;
  status: 'pending' | 'allowed' | 'refused';
  /** The account and person of the decision; null before it. */
  account_id: string | null;
  user_id: string | null;
  project_id: string | null;
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

export interface QuotaNoticesTable {
  account_id: string;
  /** `YYYY-MM`. */
  month: string;
  percent: number;
  noticed_at: number;
}

export interface ModelPricesTable {
  account_id: string;
  /** The first entry that matches a model applies. */
  position: number;
  provider: string | null;
  model: string;
  input_per_mtok: number;
  output_per_mtok: number;
  cache_read_per_mtok: number | null;
  cache_write_per_mtok: number | null;
  /** JSON of the further prices: by length, of one-hour cache writes, tools and service tiers. */
  more: string | null;
  updated_at: number;
}

export interface RetentionChangesTable {
  account_id: string;
  changed_at: number;
}

export interface SavedViewsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  /** JSON, as received. */
  filter: string;
  created_at: number;
  updated_at: number;
}

export interface DashboardsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  description: string;
  /** JSON. */
  widgets: string;
  /** For lists, which do not read the widgets. */
  widget_count: number;
  /** Null unless it came with the sample data of this project. */
  sample_project_id: string | null;
  version: number;
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
  /** Sum of this month's reservations that are not charged yet. */
  held_micros: number;
}

export interface LlmReservationsTable {
  id: string;
  account_id: string;
  /** The month of the reservation. It is charged to this month, however late. */
  month: string;
  micros: number;
  purpose: string;
  /** Expired and counted as spent. It is kept a while for a late settlement. */
  charged: Bit;
  created_at: number;
  expires_at: number;
}

export interface SampleDataTable {
  account_id: string;
  project_id: string;
  /** The project's number in the records store. */
  project_number: number;
  /** Number of records when all are stored. */
  records: number;
  /** 0 while they are being stored. */
  loaded: Bit;
  /** End of the sample. The same time gives the same sample. */
  created_at: number;
}

export interface ErasuresTable {
  id: string;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  /** `user`, `session`, `trace` or `filter`. */
  kind: string;
  /** JSON, sealed with the key of the account; null once the erasure has ended. */
  selector: string | null;
  /** Keyed hash of the selector. */
  digest: string;
  status: 'queued' | 'running' | 'done' | 'failed';
  found: number;
  erased: number;
  error: string | null;
  requested_by: string;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
}

export interface AccountTables {
  erasures: ErasuresTable;
  accounts: AccountsTable;
  projects: ProjectsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  identities: IdentitiesTable;
  one_time_tokens: OneTimeTokensTable;
  device_logins: DeviceLoginsTable;
  invitations: InvitationsTable;
  consents: ConsentsTable;
  usage: UsageTable;
  quota_notices: QuotaNoticesTable;
  model_prices: ModelPricesTable;
  retention_changes: RetentionChangesTable;
  saved_views: SavedViewsTable;
  dashboards: DashboardsTable;
  llm_budgets: LlmBudgetsTable;
  llm_spend: LlmSpendTable;
  llm_reservations: LlmReservationsTable;
  sample_data: SampleDataTable;
}
