// Maps the reason of a receipt to its cause and to the code of the remedy.
import { codesOf, type Coded } from '#lib/figures';
import type { ReceiptRow } from '#services/receipts';
import { RejectionFigures } from './figures.ts';

type Rejection = Coded<typeof RejectionFigures>;

export type CodedRow = Pick<ReceiptRow, 'reason' | 'code' | 'field' | 'value' | 'example'>;

const CODES: ReadonlySet<string> = new Set(codesOf(RejectionFigures));

/** Causes with the same remedy. */
const SAME: ReadonlyMap<string, Rejection['code']> = new Map([
  ['invalid_span_id', 'invalid_trace_id'],
  ['invalid_protobuf', 'invalid_json'],
  ['invalid_request', 'invalid_json'],
  ['body_required', 'invalid_json'],
  ['invalid_utf8', 'invalid_json'],
  ['invalid_multipart', 'invalid_json'],
  ['too_deep', 'unsafe_json'],
  ['duplicate_key', 'unsafe_json'],
  ['forbidden_key', 'unsafe_json'],
  ['not_an_object', 'invalid_event'],
  ['missing_id', 'invalid_event'],
  ['invalid_start_time', 'invalid_event'],
  ['too_many_spans', 'too_many_records'],
  ['too_many_log_records', 'too_many_records'],
  ['unsupported_encoding', 'unsupported_media_type'],
  ['not_stored', 'overloaded'],
  ['records_unavailable', 'overloaded'],
  ['disk_full', 'overloaded'],
]);

/**
 * The cause is always a code. Traces and whole requests have it as their reason. JSON records have a sentence
 * as their reason, and the code beside it.
 */
export function codedReason(row: CodedRow): Rejection & { cause: string } {
  const { reason, field } = row;
  const cause = row.code || reason;
  const code = SAME.get(cause) ?? cause;
  if (code === 'field_rule') return { cause, code, values: field === '' ? {} : { field } };
  if (code === 'unknown_provider') {
    // Spans have the provider as their example.
    const provider = cause === reason ? row.example : row.value;
    return { cause, code, values: provider === '' ? {} : { provider } };
  }
  return { cause, code: CODES.has(code) ? code : 'other', values: {} } as Rejection & { cause: string };
}
