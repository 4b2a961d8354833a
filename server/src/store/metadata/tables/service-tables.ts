// Tables of the service itself: audit, limits, jobs, changes, keys, ingest receipts.
import type { Generated } from 'kysely';
import type { Bit } from './bit.ts';

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

export interface MergedCallsTable {
  account_id: string;
  project_number: number;
  call_id: string;
  /** The call that counts. */
  kept_id: string;
  reason: string;
  /** 0 for a record that is counted too. */
  is_merged: Bit;
  noted_at: number;
}

export interface IngestReceiptsTable {
  account_id: string;
  /** Start of the hour. */
  hour: number;
  key_id: string;
  endpoint: string;
  client: string;
  scope: string;
  /**
   * Empty in the row with the totals of a sender. Other rows have only `rejected` and `refused`, for this
   * reason.
   */
  reason: string;
  /** Set if the reason is a sentence; empty if the reason is itself a code. */
  code: string;
  /** The invalid field; empty if there is none. */
  field: string;
  /** The rejected value, if a hint names it. */
  value: string;
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

export interface MediaTable {
  id: string;
  account_id: string;
  project_number: number;
  /** Of its bytes, keyed by the account. */
  hash: string;
  /** By its content. */
  content_type: string;
  bytes: number;
  created_at: number;
  /** When it was last sent. */
  used_at: number;
  /** If no record refers to it then, it is deleted. */
  check_at: number;
}

export interface UnfinishedMediaTable {
  id: string;
  account_id: string;
  began_at: number;
}

/**
 * A write to the records store under way. It is deleted when the write ends, so a row that stays was
 * interrupted.
 */
export interface UnfinishedWritesTable {
  id: string;
  /** The account's number in the records store. */
  account: number;
  /** The month that is charged. */
  month: string;
  began_at: number;
  /** JSON: the records to write. */
  records: string;
  /** The number of records that were found stored and are charged. The rest is not completed yet. */
  charged?: number | null;
}

/** One row for each change of stored records that waits, runs, or was interrupted. */
export interface RecordChangesTable {
  /** The order of arrival. */
  ticket: number;
  /**
   * The account's number in the records store; 0 and -1 have a special meaning
   * (core/record-changes/record-queue.ts).
   */
  account: number;
  kind: string;
  /** The same for every attempt of one job, so that it keeps its turn. */
  place: string;
  /** Null while it waits. */
  holder: string | null;
  /** After this time the holder counts as dead. */
  held_until: number;
  /** JSON: the calls that are being reclassified. */
  calls: string | null;
  /** JSON: the note to record if the change is interrupted; null if there is none. */
  note: string | null;
}

/** Parts of a span, or facts about a trace, from clients of other back ends (compat/open-spans). */
export interface OpenSpansTable {
  account_id: string;
  /** The project of the request; 0 if its key is bound to none, so that the span may name one. */
  project_number: number;
  peer: string;
  kind: 'span' | 'trace';
  id: string;
  /** Empty until a part has it. */
  trace_id: string;
  /** JSON, sealed with the master key. */
  body: string;
  /** Size of the JSON. */
  bytes: number;
  begun: Bit;
  ended: Bit;
  latest_order: number;
  key_id: string;
  client: string;
  first_seen_at: number;
  /** Grows with every change of the row. */
  last_seen_at: number;
  due_at: number;
}

/** Events that wait for their span, or to be added to its record (features/ingest/span-events). */
export interface SpanEventsTable {
  account_id: string;
  id: string;
  /** The project of the request; 0 if it names none. */
  project_number: number;
  trace_id: string;
  span_id: string;
  /** JSON, sealed with the master key. */
  body: string;
  /** Size of the JSON. */
  bytes: number;
  /** The order of the events of a span: their time, and among those of one millisecond their place in the request. */
  time_ms: number;
  place: number;
  received_at: number;
  due_at: number;
}

/** The daily export of an account, and its last run. */
export interface ExportSchedulesTable {
  account_id: string;
  enabled: Bit;
  /** With messages, arguments and results. */
  content: Bit;
  /** JSON: a folder, or a bucket without its key. */
  place: string;
  /** JSON, sealed; null for a folder. */
  access_key: string | null;
  /** Differs after every change of the setting. */
  version: number;
  /** All days up to this one (YYYY-MM-DD) are exported. */
  exported_to: string | null;
  /** When all days were last compared with the place. */
  compared_at: number | null;
  /** The run that is under way, over all its slices. Null if none is. */
  begun_at: number | null;
  /** Days of a table that it has written. */
  begun_days: number;
  /** The last run that ended. */
  run_started_at: number | null;
  run_finished_at: number | null;
  /** Null if the last run was successful. */
  run_error: string | null;
  run_error_detail: string | null;
  run_days: number;
  /** In the whole export, after the last successful run. */
  rows: number;
  bytes: number;
  files: number;
  created_at: number;
  updated_at: number;
}

export interface ServiceTables {
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
  ingest_receipts: IngestReceiptsTable;
  merged_calls: MergedCallsTable;
  record_changes: RecordChangesTable;
  unfinished_writes: UnfinishedWritesTable;
  open_spans: OpenSpansTable;
  span_events: SpanEventsTable;
  media: MediaTable;
  unfinished_media: UnfinishedMediaTable;
  export_schedules: ExportSchedulesTable;
}
