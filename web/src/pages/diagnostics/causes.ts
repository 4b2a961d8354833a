// Which cause a reason is: traces say it as a code, JSON as the rule that a field did not meet.
import type { diagnosticsTexts } from './texts.ts';

export type Cause = keyof typeof diagnosticsTexts.en.advice;

const BEGINNINGS: readonly [begins: string, cause: Cause][] = [
  ['provider must be', 'unknown_provider'],
  ['timestamp must be within', 'timestamp_too_old'],
  ['timestamp must be at most', 'timestamp_in_future'],
  ['a record must be at most', 'record_too_large'],
];

/** Reasons that share what is to be done about them. */
const SAME: Readonly<Record<string, Cause>> = {
  invalid_span_id: 'invalid_trace_id',
  invalid_protobuf: 'invalid_json',
  invalid_request: 'invalid_json',
  body_required: 'invalid_json',
  too_many_spans: 'too_many_records',
  unsupported_encoding: 'unsupported_media_type',
  not_stored: 'overloaded',
  records_unavailable: 'overloaded',
  disk_full: 'overloaded',
};

export function causeOf(reason: string, known: Readonly<Record<string, unknown>>): Cause {
  const cause =
    BEGINNINGS.find(([begins]) => reason.startsWith(begins))?.[1] ??
    (Object.hasOwn(SAME, reason) ? SAME[reason] : undefined) ??
    reason;
  if (Object.hasOwn(known, cause)) return cause as Cause;
  // A rule in words names its field, and the words say what is wanted.
  return reason.includes(' ') ? 'field_rule' : 'other';
}
