/** Codes of rejected JSON records: those of the causes in diagnostics that such a record can have. */
export const RECORD_REJECTION_CODES = [
  'unknown_provider',
  'timestamp_too_old',
  'timestamp_in_future',
  'record_too_large',
  'field_rule',
] as const;
export type RecordRejectionCode = (typeof RECORD_REJECTION_CODES)[number];
