// Comments on records. Named review queues: their items, the places that reviewers hold, and their answers.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface ReviewQueuesTable {
  id: Generated<number>;
  account_id: string;
  /** Null for the whole account. */
  project_id: string | null;
  name: string;
  /** Markdown. */
  instructions: string;
  /** JSON, in the order in which reviewers see them. */
  dimensions: string;
  reviewers_per_item: number;
  /** JSON, the ids of members. Empty means everyone who may annotate. */
  assignees: string;
  /** Gets the corrections. */
  dataset_id: number | null;
  /** What the filter adds: calls, runs or sessions. */
  filled_with: 'calls' | 'runs' | 'sessions';
  /** JSON: a query filter, as received. Null if items are only added by hand. */
  filter: string | null;
  sample_pct: number;
  /** Whether the filter adds what is new. */
  enabled: Bit;
  /** The filter adds nothing while so many items are open. */
  max_open: number;
  /** Calls that arrived earlier, and runs and sessions whose newest span did, are done. */
  watermark: number;
  /** Calls that the filter matched while the queue was full. */
  passed_over: number;
  last_filled_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface ReviewItemsTable {
  id: Generated<number>;
  account_id: string;
  queue_id: number;
  /** `call`, `run` or `session`. */
  kind: string;
  record_id: string;
  /** The time of the call; of a run or a session, the newest start of a span when it was added. */
  record_timestamp: number;
  /** `pending`, `done`, `disagreement` or `resolved`. */
  state: string;
  /** The number of answers, without the resolution. */
  answer_count: number;
  /** JSON: the values that count, by dimension. Null until the item is done or resolved. */
  final: string | null;
  /** 1: the scores and the correction were published. */
  published: Bit;
  /**
   * The outcome of the correction: `added`, or the reason why it was not added. Null without a correction.
   */
  correction_outcome: string | null;
  created_at: number;
  done_at: number | null;
}

/** A reviewer who works on an item, or who skipped it. */
export interface ReviewPlacesTable {
  account_id: string;
  item_id: number;
  reviewer_id: string;
  taken_at: number;
  /** After this time, someone else may take the place. */
  expires_at: number;
  skipped_at: number | null;
}

export interface ReviewAnswersTable {
  id: Generated<number>;
  account_id: string;
  queue_id: number;
  item_id: number;
  reviewer_type: string;
  reviewer_id: string;
  /** 1: it decides between two answers. */
  is_resolution: Bit;
  /** JSON, by dimension. */
  answers: string;
  /** The comment and the correction, sealed together. */
  sealed: string | null;
  /** How long the reviewer had the item; null if the item was not taken first. */
  duration_ms: number | null;
  created_at: number;
  updated_at: number;
}

export interface CommentsTable {
  id: string;
  account_id: string;
  /** The record's project, by its number in the records store. */
  project_number: number;
  /** What its author named: `call`, `span`, `run` or `session`. */
  on_kind: string;
  call_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  /** Set only for a comment on a whole session. */
  session_id: string | null;
  sealed: string;
  author_type: string;
  author_id: string;
  created_at: number;
}

export interface CommentMentionsTable {
  comment_id: string;
  account_id: string;
  user_id: string;
  read_at: number | null;
}

export interface ReviewTables {
  comments: CommentsTable;
  comment_mentions: CommentMentionsTable;
  review_queues: ReviewQueuesTable;
  review_items: ReviewItemsTable;
  review_places: ReviewPlacesTable;
  review_answers: ReviewAnswersTable;
}
