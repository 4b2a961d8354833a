// Models that an account calls with its own keys.
import type { Bit } from './bit.ts';

export interface ModelConnectionsTable {
  id: string;
  account_id: string;
  name: string;
  provider: string;
  base_url: string;
  /** Sealed; null for a server that needs none. */
  api_key: string | null;
  default_model: string;
  /** Null if it makes no embeddings here. */
  embedding_model: string | null;
  /** JSON, the names of the allowed models. Empty means any. */
  models: string;
  /** At most one per account: the connection that the judge and the generator use. */
  is_default: Bit;
  day_budget_micros: number | null;
  month_budget_micros: number | null;
  tested_at: number | null;
  /** JSON of the last test's fault; null if it passed. */
  test_fault: string | null;
  /** Grows with every change, so that a client made from an earlier row is not used. */
  version: number;
  created_at: number;
  updated_at: number;
}

export interface ModelConnectionSpendTable {
  connection_id: string;
  account_id: string;
  /** `YYYY-MM-DD` or `YYYY-MM`, UTC. */
  period: string;
  spent_micros: number;
  /**
   * The maximum cost of requests in progress. A reservation of a dead process stays and counts in full, because
   * the vendor may have charged it.
   */
  held_micros: number;
}

export interface PlaygroundDraftsTable {
  id: string;
  account_id: string;
  /** Null if it was saved for the whole account. */
  project_id: string | null;
  /** The call that the draft was opened from. Erasing the call deletes the draft. */
  source_call_id: string | null;
  /** The trace of the span that it was opened from. Erasing a call of the trace deletes the draft. */
  source_trace_id: string | null;
  /** JSON, sealed like content. */
  body: string;
  created_at: number;
}

export interface ModelTables {
  model_connections: ModelConnectionsTable;
  model_connection_spend: ModelConnectionSpendTable;
  playground_drafts: PlaygroundDraftsTable;
}
