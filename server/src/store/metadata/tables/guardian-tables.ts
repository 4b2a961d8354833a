// What the guardian found, and how far it came.

export interface GuardianFindingsTable {
  id: string;
  account_id: string;
  project_id: string;
  /** Counts the findings of the account in the order in which they were made; see `findings_made`. */
  number: number;
  kind: string;
  /** Hash of kind, project and cause. */
  cause: string;
  /** The same, with the beginning where each occasion is a finding of its own. */
  fingerprint: string;
  severity: string;
  title: string;
  detail: string;
  /** JSON: `{callIds, traceIds, values}`. */
  evidence: string;
  /** JSON: what was counted already, by trace, quarter of an hour and the like; the newest of them. */
  tally: string;
  status: string;
  /** When somebody last changed the status. */
  status_at: number | null;
  first_seen_at: number;
  last_seen_at: number;
  count: number;
  created_at: number;
  updated_at: number;
}

/** A row for every account that records ever came for. */
export interface GuardianScansTable {
  account_id: string;
  account_number: number;
  /** What came up to here was looked at and will not change any more. */
  settled_until: number;
  /** JSON: hashes of ids of records that came later, are counted one by one, and were. */
  seen: string;
  /** JSON: how many records had come, by day, when it was last looked. */
  arrived: string;
  findings_made: number;
  /** Whoever began with an older one begins again. */
  version: number;
  scanned_at: number;
}

export interface GuardianProgressTable {
  name: string;
  value: number;
}

export interface GuardianTables {
  guardian_findings: GuardianFindingsTable;
  guardian_scans: GuardianScansTable;
  guardian_progress: GuardianProgressTable;
}
