import type { Bit } from './bit.ts';

export interface ExperimentsTable {
  id: string;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  name: string;
  status: 'draft' | 'queued' | 'running' | 'paused' | 'cancelled' | 'done' | 'failed';
  /** The reason why it is paused or failed, as a code and as a sentence. */
  reason: string | null;
  message: string | null;
  dataset_id: number;
  dataset_version: number;
  split: string | null;
  item_count: number;
  /** JSON, sealed like content: the variants with the texts of their prompts. */
  variants: string;
  /** JSON: the criteria at the time of the experiment's creation. */
  criteria: string;
  /** The variant that the others are compared with. */
  baseline: number;
  repetitions: number;
  concurrency: number;
  limit_micros: number | null;
  /** Counts the jobs that worked on it. Only the job with this number may continue. */
  turn: number;
  cells_total: number;
  cells_done: number;
  cells_failed: number;
  spent_micros: number;
  /** JSON: the last deployment from it. */
  shipped: string | null;
  /** Ids of the prompt versions among the variants, such as `,17,31,`. */
  prompt_ids: string;
  created_by: string;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
}

/**
 * A copy of a dataset item from the creation of the experiment, with the figures that the results sort by.
 */
export interface ExperimentItemsTable {
  experiment_id: string;
  position: number;
  item_id: number;
  /** JSON, sealed like content: input and expected output. */
  body: string;
  /** The call that the dataset's item was made from. */
  source_call_id: string | null;
  /** 0 to 1; -1 while unknown. */
  disagreement: number;
  score: number;
  cost_micros: number;
  /** The slowest answer. */
  latency_ms: number;
}

/** One answer of a variant to an item. Without a row, it has no outcome yet. */
export interface ExperimentCellsTable {
  experiment_id: string;
  position: number;
  variant: number;
  repetition: number;
  /** `uploaded`: a client sent the answer, and it is not scored yet. */
  status: 'done' | 'failed' | 'uploaded';
  reason: string | null;
  /** Null if the call could not be stored. */
  call_id: string | null;
  call_timestamp: number;
  /** JSON, sealed like content: the output, and the notes of the evaluators. */
  body: string | null;
  /** A keyed hash, by which equal outputs are found without opening them. */
  output_digest: string | null;
  /** Whether it matches the output schema of the variant; null if there is none to check. */
  output_valid: Bit | null;
  /** JSON: `[criterion, score, normalised score]` for each criterion, null without a score. */
  scores: string;
  /** Includes the cost of scoring. */
  cost_micros: number;
  latency_ms: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  attempts: number;
  /** The verdict of a person. */
  verdict: 'good' | 'bad' | null;
  verdict_by: string | null;
  verdict_at: number | null;
  finished_at: number;
}

export interface ExperimentTables {
  experiments: ExperimentsTable;
  experiment_items: ExperimentItemsTable;
  experiment_cells: ExperimentCellsTable;
}
