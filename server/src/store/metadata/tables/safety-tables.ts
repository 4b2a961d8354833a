// Assessments of calls by a classifier, and the progress of scans.
import type { Bit } from './bit.ts';

export interface SafetyAssessmentsTable {
  /**
   * Assigned in commit order over all accounts, so that a reader that continues after the last id misses none.
   */
  id: number;
  account_id: string;
  project_number: number;
  call_id: string;
  call_timestamp: number;
  /** `moderation:<model>` */
  classifier_id: string;
  /** `on_demand` or `background` */
  source: string;
  /** JSON array of category names, sorted; empty if nothing was flagged. */
  labels: string;
  flagged: Bit;
  /** 0 to 1: the highest of all categories, flagged or not. */
  score: number;
  reasoning: string;
  /** JSON `{code, values}`. */
  figures: string;
  created_at: number;
}

/** Calls that are being classified, so that no other process pays for them too. */
export interface SafetyClaimsTable {
  account_id: string;
  call_id: string;
  classifier_id: string;
  holder: string;
  /** After this time the holder counts as dead, and another process may take over. */
  expires_at: number;
}

/** One row per account that was ever scanned in the background. */
export interface SafetyScansTable {
  account_id: string;
  /** Everything that arrived before this time, or at this time with an id up to this one, is done. */
  watermark: number;
  watermark_id: string;
  last_run_at: number | null;
  locked_by: string | null;
  locked_until: number;
}

export interface SafetyTables {
  safety_assessments: SafetyAssessmentsTable;
  safety_claims: SafetyClaimsTable;
  safety_scans: SafetyScansTable;
}
