// What a classifier says about calls, and how far scans came.
import type { Bit } from './bit.ts';

export interface SafetyAssessmentsTable {
  /** Given out in the order of commits, over all accounts: whoever reads on from the last one that they saw misses none. */
  id: number;
  account_id: string;
  project_number: number;
  call_id: string;
  call_timestamp: number;
  /** `moderation:<model>` */
  classifier_id: string;
  /** `on_demand` or `background` */
  source: string;
  /** JSON array of category names, sorted; empty: nothing was flagged. */
  labels: string;
  flagged: Bit;
  /** 0 to 1: the highest of all categories, flagged or not. */
  score: number;
  reasoning: string;
  /** JSON `{code, values}`: the same as figures; null for those from before there were any. */
  figures: string | null;
  created_at: number;
}

/** Calls that somebody has sent to a classifier and not heard of yet, so that nobody else pays for them too. */
export interface SafetyClaimsTable {
  account_id: string;
  call_id: string;
  classifier_id: string;
  holder: string;
  /** Taken over by the next one when it has passed: its holder is gone. */
  expires_at: number;
}

/** One row per account that was ever scanned in the background. */
export interface SafetyScansTable {
  account_id: string;
  /** Everything that arrived before, or at that moment with an id up to this one, is done with. */
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
