// Prompts, and what people and judges say about calls.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

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
  /** Its prompt was deleted, and `prompt_id` was cleared with it. */
  prompt_deleted: Generated<Bit>;
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
  /** Of a dataset's item, as it was: both texts, sealed together. */
  input_text: string | null;
  /** Only in rows that are not sealed yet. */
  expected_output: string | null;
  /** 0: the texts are in clear, from before items were sealed. */
  sealed: Generated<Bit>;
  /** The call that the dataset's item was made from. */
  source_call_id: string | null;
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
  /** Null: the account's own, for no bound key to see. */
  project_id: string | null;
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
  /** Both texts, sealed together. */
  input_text: string;
  /** Only in rows that are not sealed yet. */
  expected_output: string | null;
  source_call_id: string | null;
  /** 0: the texts are in clear, from before items were sealed. */
  sealed: Generated<Bit>;
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

export interface EvaluationTables {
  prompts: PromptsTable;
  prompt_deployments: PromptDeploymentsTable;
  prompt_deployment_history: PromptDeploymentHistoryTable;
  annotations: AnnotationsTable;
  review_claims: ReviewClaimsTable;
  eval_scores: EvalScoresTable;
  eval_runs: EvalRunsTable;
  eval_run_items: EvalRunItemsTable;
  eval_rules: EvalRulesTable;
  eval_criteria: EvalCriteriaTable;
  eval_datasets: EvalDatasetsTable;
  eval_dataset_items: EvalDatasetItemsTable;
  judge_probes: JudgeProbesTable;
  judge_probe_locks: JudgeProbeLocksTable;
}
