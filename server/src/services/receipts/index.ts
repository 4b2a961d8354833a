// Ingest receipts: how many records each sender got stored, rejected or dropped in the last day.
export { KEEP_RECEIPTS_MS, receiptsOf } from './receipts.ts';
export { RECORD_REJECTION_CODES, type RecordRejectionCode } from './rejection-codes.ts';
export { clearExamples, forgetReceipts, type ReceiptRow } from './store.ts';
export { RESERVED_TAG, type Dropped, type ReceiptOutcome, type TallySource } from './tally.ts';
