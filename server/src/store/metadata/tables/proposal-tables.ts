// Improvements that the service worked out by itself, and what people decided about them.

export interface ProposalsTable {
  id: string;
  account_id: string;
  project_id: string;
  kind: string;
  /** Of kind, project and cause: what is found again is the same proposal. */
  fingerprint: string;
  title: string;
  detail: string;
  /** JSON. */
  evidence: string;
  /** A month. */
  saving_micros: number;
  confidence: number;
  /** What has to double before a decision is asked for again: the saving in micro-dollars, or a count of failures. */
  weight: number;
  status: 'open' | 'accepted' | 'dismissed' | 'expired';
  /** The weight when somebody decided; null: nobody did. */
  decided_weight: number | null;
  decided_by: string | null;
  comment: string | null;
  created_at: number;
  updated_at: number;
}

export interface ProposalTables {
  proposals: ProposalsTable;
}
