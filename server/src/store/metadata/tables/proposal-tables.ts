// Improvements that the service proposes, and the decisions of people about them.

export interface ProposalsTable {
  id: string;
  account_id: string;
  project_id: string;
  kind: string;
  /** Hash of kind, project and cause: the same cause gives the same proposal. */
  fingerprint: string;
  title: string;
  detail: string;
  /** JSON. */
  evidence: string;
  /** Per month. */
  saving_micros: number;
  confidence: number;
  /**
   * Saving in micro-dollars or number of failures. It must double before a decided proposal is shown again.
   */
  weight: number;
  status: 'open' | 'accepted' | 'dismissed' | 'expired';
  /** The weight at the time of the decision; null without one. */
  decided_weight: number | null;
  decided_by: string | null;
  comment: string | null;
  created_at: number;
  updated_at: number;
}

export interface ProposalTables {
  proposals: ProposalsTable;
}
