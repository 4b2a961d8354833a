/** Codes of rejected JSON records: the causes in diagnostics that apply to such records. */
export const RECORD_REJECTION_CODES = [
  'unknown_provider',
  'timestamp_too_old',
  'timestamp_in_future',
  'field_rule',
] as const;
export type RecordRejectionCode = (typeof RECORD_REJECTION_CODES)[number];
