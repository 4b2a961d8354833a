// Prompts, annotations and evaluations.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface PromptsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  version: string;
  /** 1, 2, 3… by creation; never used again within a name. */
  number: number;
  type: 'text' | 'chat';
  /** Text, or a JSON array of messages. */
  template: string;
  /** JSON object, or null. */
  variables: string | null;
  /** JSON array of texts, one per line, so that a search can find one of them. */
  labels: string;
  description: string | null;
  /** JSON object. */
  config: string;
  /** Set if the sample data of this project brought it. */
  sample_project_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Includes names that have no version any more. */
export interface PromptNamesTable {
  account_id: string;
  name: string;
  last_number: number;
}

export interface PromptDeploymentsTable {
  id: Generated<number>;
  account_id: string;
  name: string;
  label: string;
  prompt_id: number;
  /** Target of a rollback; null if there is none. */
  previous_prompt_id: number | null;
  /** The current entry of the history. */
  entry_id: number;
  deployed_at: number;
  deployed_by: string;
}

export interface PromptDeploymentHistoryTable {
  id: Generated<number>;
  account_id: string;
  deployment_id: number;
  /** The previous entry on its branch; rollbacks follow it. */
  parent_id: number | null;
  action: string;
  prompt_id: number;
  version: string;
  /** Version that the label pointed to before. */
  from_prompt_id: number | null;
  from_version: string | null;
  comment: string | null;
  deployed_at: number;
  deployed_by: string;
}

/** What a prompt contains: another prompt by a label, or by the number of a version. */
interface PromptReferencesTable {
  account_id: string;
  prompt_id: number;
  name: string;
  label: string | null;
  number: number | null;
}

/** Labels that only admins may move. */
interface PromptProtectedLabelsTable {
  account_id: string;
  label: string;
}

export interface AnnotationsTable {
  id: Generated<number>;
  account_id: string;
  /** The call's project, by its number in the records store. */
  project_number: number;
  call_id: string;
  call_timestamp: number;
  /** An evaluation run made the call, so it is not reviewed. */
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
  /** Set for scores of a whole session. */
  session_id: string | null;
  /** When the newest span arrived that a rule has judged; null for scores of calls, of runs and on request. */
  judged_until: number | null;
  score: number | null;
  /** 0 to 1 of the criterion's scale. */
  normalized: number | null;
  /** For categorical scores. */
  label: string | null;
  reasoning: string;
  /** JSON: code and values of `reasoning`; null if it has no code. */
  figures: string | null;
  status: 'scored' | 'failed';
  /** Why there is no score. */
  reason: string | null;
  /** `provider/model`; null if a rule decided instead of a model. */
  judge: string | null;
  cost_micros: number;
  created_at: number;
}

export interface EvalRunsTable {
  id: Generated<number>;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  name: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'canceled';
  source: 'recent' | 'dataset';
  label: string | null;
  dataset_id: number | null;
  dataset_version: number | null;
  /** The run is limited to this split of the dataset; null for all items. */
  split: string | null;
  prompt_id: number | null;
  /** The prompt was deleted, which cleared `prompt_id`. */
  prompt_deleted: Bit;
  recent_count: number | null;
  /** JSON: a query filter, as received. */
  filter: string | null;
  /** The tag of a call that names the item it answers; null if each call is its own item. */
  item_tag: string | null;
  /** JSON: the criteria at the time of the run's creation. */
  criteria: string;
  idempotency_key: string | null;
  /** The items are selected. */
  picked: Bit;
  call_count: number;
  /** Items for criteria over whole traces. */
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
  /** Pairs it with the same item of another run: the call or the dataset item. */
  item_key: string;
  call_id: string;
  call_timestamp: number;
  trace_id: string | null;
  /** Copy of a dataset item: both texts, sealed together. */
  sealed_texts: string | null;
  /** The call that the dataset's item was made from. */
  source_call_id: string | null;
}

export interface EvalRulesTable {
  id: Generated<number>;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  name: string | null;
  criterion_id: number;
  /** The same id; null for a criterion that every account has. */
  own_criterion_id: number | null;
  /** JSON: a query filter, as received. */
  filter: string;
  scope: 'call' | 'trace' | 'session';
  /** A trace or session has ended after so long without a new span; 0 for calls. */
  quiet_seconds: number;
  sample_pct: number;
  enabled: Bit;
  /** What arrived earlier is done: calls, and the newest spans of traces or sessions. */
  watermark: number;
  scored_count: number;
  failed_count: number;
  last_run_at: number | null;
  last_error: string | null;
  last_error_reason: string | null;
  /** The holder of the lease, and when it expires. */
  locked_by: string | null;
  locked_until: number;
  created_at: number;
  updated_at: number;
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
  /** Set if the sample data of this project brought it. */
  sample_project_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface EvalDatasetsTable {
  id: number;
  account_id: string;
  /** Null if it belongs to the account; keys bound to a project cannot see it. */
  project_id: string | null;
  name: string;
  description: string | null;
  prompt_id: number | null;
  frozen: Bit;
  /** Incremented with every change of the items. */
  version: number;
  item_count: number;
  /** Ids of removed items are not used again. */
  last_item_id: number;
  /** Data of another system about the dataset, as sealed JSON; null if there is none. */
  facts: string | null;
  created_at: number;
  updated_at: number;
}

export interface EvalDatasetItemsTable {
  dataset_id: number;
  /** Within the dataset. */
  id: number;
  position: number;
  /** The id that another system gave it; unique within the account. */
  external_id: string | null;
  /** The trace that it was made from, if another system says so. */
  source_trace_id: string | null;
  /** Both texts, sealed together with the data of another system. */
  sealed_texts: string;
  source_call_id: string | null;
  /** For example `train`. */
  split: string | null;
  /** The id that the client chose; unique within the dataset. */
  client_key: string | null;
  /** Keyed hash of the input. */
  input_digest: string;
  /** The files that its texts refer to, with spaces between their names. */
  media: string | null;
  /** The version that created this form of the row. */
  since_version: number;
}

/** Items as they were before they were changed or removed. Always sealed, as in `eval_dataset_items`. */
export interface EvalDatasetPastItemsTable {
  dataset_id: number;
  id: number;
  since_version: number;
  /** The first version without this row. */
  until_version: number;
  position: number;
  sealed_texts: string;
  source_call_id: string | null;
  external_id: string | null;
  source_trace_id: string | null;
  split: string | null;
  client_key: string | null;
  media: string | null;
}

/** What each version changed. A version without a row cannot be read. */
export interface EvalDatasetVersionsTable {
  dataset_id: number;
  version: number;
  item_count: number;
  added: number;
  changed: number;
  removed: number;
  /** Id of the user or key; null if it is unknown. */
  made_by: string | null;
  created_at: number;
}

/** A run over a dataset that was made outside this service: only the trace of each item is known. */
export interface LinkedRunsTable {
  id: string;
  account_id: string;
  dataset_id: number;
  name: string;
  /** Sealed JSON: description and metadata. */
  facts: string | null;
  created_at: number;
  updated_at: number;
}

export interface LinkedRunItemsTable {
  id: string;
  run_id: string;
  /** Within the dataset. */
  item_id: number;
  trace_id: string;
  span_id: string | null;
  created_at: number;
}

export interface JudgeProbesTable {
  id: Generated<number>;
  account_id: string;
  criterion_id: number;
  call_id: string;
  /** How the answer was degraded. */
  kind: string;
  /** `provider/model`: another model starts without trust. */
  judge: string;
  /**
   * Scores, 0 to 1 of the criterion's scale: of the original answer, of the same answer again, and of the
   * degraded one.
   */
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
  /** After this time the holder counts as dead, and another process may take over. */
  locked_until: number;
}

export interface EvaluationTables {
  prompts: PromptsTable;
  prompt_names: PromptNamesTable;
  prompt_deployments: PromptDeploymentsTable;
  prompt_deployment_history: PromptDeploymentHistoryTable;
  prompt_references: PromptReferencesTable;
  prompt_protected_labels: PromptProtectedLabelsTable;
  annotations: AnnotationsTable;
  review_claims: ReviewClaimsTable;
  eval_scores: EvalScoresTable;
  eval_runs: EvalRunsTable;
  eval_run_items: EvalRunItemsTable;
  eval_rules: EvalRulesTable;
  eval_criteria: EvalCriteriaTable;
  eval_datasets: EvalDatasetsTable;
  eval_dataset_items: EvalDatasetItemsTable;
  eval_dataset_past_items: EvalDatasetPastItemsTable;
  eval_dataset_versions: EvalDatasetVersionsTable;
  linked_runs: LinkedRunsTable;
  linked_run_items: LinkedRunItemsTable;
  judge_probes: JudgeProbesTable;
  judge_probe_locks: JudgeProbeLocksTable;
}
