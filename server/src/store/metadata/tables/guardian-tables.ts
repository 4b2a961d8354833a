// Findings of the guardian, and the progress of its scans.

export interface GuardianFindingsTable {
  id: string;
  account_id: string;
  project_id: string;
  /** Number of the finding within the account, in the order of creation; see `findings_made`. */
  number: number;
  kind: string;
  /** Hash of kind, project and cause. */
  cause: string;
  /** The same, with the start time if each occurrence is a separate finding. */
  fingerprint: string;
  severity: string;
  title: string;
  detail: string;
  /** JSON: `{callIds, traceIds, values}`. */
  evidence: string;
  /** JSON: the newest entries that are counted already, by trace, quarter of an hour and so on. */
  tally: string;
  status: string;
  /** Last change of the status by a person. */
  status_at: number | null;
  first_seen_at: number;
  last_seen_at: number;
  count: number;
  created_at: number;
  updated_at: number;
}

/** One row for every account that ever received records. */
export interface GuardianScansTable {
  account_id: string;
  account_number: number;
  /** Records that arrived up to this time are scanned and final. */
  settled_until: number;
  /** JSON: hashes of the ids of later records that are counted already. */
  seen: string;
  /** JSON: number of records by day at the last scan. */
  arrived: string;
  findings_made: number;
  /** A scan that began with an older revision is repeated. */
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
