// Scores that clients send. Scores of judges, rules and people are in the tables of evaluations.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

export interface ScoresTable {
  number: Generated<number>;
  account_id: string;
  /** By its number in the records store. */
  project_number: number;
  /** The client's id, unique within the project. */
  id: string;
  name: string;
  data_type: 'numeric' | 'boolean' | 'categorical' | 'text';
  source: 'api' | 'human' | 'judge' | 'rule';
  /** For numeric scores; 0 or 1 for boolean ones. */
  number_value: number | null;
  /** For categorical scores. */
  label: string | null;
  /** JSON of the comment, the text and the metadata, sealed. Null without them, and without consent. */
  sealed: string | null;
  call_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
  run_id: string | null;
  /** The user or key that sent it. */
  author_id: string;
  /** Sent without a project: it moves to the project of the record that it refers to. */
  any_project: Bit;
  /** The time of the next look-up of its record. Null: found, given up, or without a record. */
  locate_at: number | null;
  created_at: number;
  received_at: number;
}

export interface ScoreTables {
  scores: ScoresTable;
}
