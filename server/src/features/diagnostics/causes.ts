// Maps a reason to its cause. Traces send it as a code, JSON ingest as the rule that a field violated.
import { codesOf, type Coded } from '#lib/figures';
import { RejectionFigures } from './figures.ts';

const BEGINNINGS: readonly [begins: string, cause: string][] = [
  ['provider must be', 'unknown_provider'],
  ['timestamp must be within', 'timestamp_too_old'],
  ['timestamp must be at most', 'timestamp_in_future'],
  ['a record must be at most', 'record_too_large'],
];

export const causeOf = (reason: string): string =>
  BEGINNINGS.find(([begins]) => reason.startsWith(begins))?.[1] ?? reason;

type Rejection = Coded<typeof RejectionFigures>;

const CODES: ReadonlySet<string> = new Set(codesOf(RejectionFigures));

/** Causes with the same remedy. */
const SAME: ReadonlyMap<string, Rejection['code']> = new Map([
  ['invalid_span_id', 'invalid_trace_id'],
  ['invalid_protobuf', 'invalid_json'],
  ['invalid_request', 'invalid_json'],
  ['body_required', 'invalid_json'],
  ['too_many_spans', 'too_many_records'],
  ['unsupported_encoding', 'unsupported_media_type'],
  ['not_stored', 'overloaded'],
  ['records_unavailable', 'overloaded'],
  ['disk_full', 'overloaded'],
]);

export function codedReason(reason: string): Rejection {
  const cause = causeOf(reason);
  const code = SAME.get(cause) ?? cause;
  if (code !== 'field_rule' && CODES.has(code)) return { code, values: {} } as Rejection;
  if (!reason.includes(' ')) return { code: 'other', values: {} };
  const field = /^([\w.-]+)(?=:| must | is )/.exec(reason)?.[1];
  return { code: 'field_rule', values: field === undefined ? {} : { field } };
}
