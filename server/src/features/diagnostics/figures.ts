// The hints and the figures of each sentence.
import { Type } from 'typebox';
import { figuresByCode } from '#lib/figures';
import { OneOf } from '#lib/schema';

const Count = Type.Number();
const Providers = Type.String({ description: 'Providers of this deployment, separated by commas' });

export const DiagnosticsFigures = figuresByCode('DiagnosticsFigures', {
  nothing_arrived: {
    url: Type.String({ description: 'Public address of this service' }),
    keysOf: OneOf(['account', 'project'], 'Whose keys were checked'),
  },
  only_other_signals: {},
  insufficient_scope: { requests: Count },
  quota_exceeded: { count: Count },
  unknown_provider: {
    records: Count,
    provider: Type.String({ description: 'The latest unknown provider; empty if it is not known' }),
    providers: Providers,
  },
  missing_provider: {
    spans: Count,
    span: Type.String({ description: 'Name of the latest span' }),
    providers: Providers,
  },
  timestamp_too_old: { records: Count },
  timestamp_in_future: { records: Count },
  only_duplicates: { duplicates: Count },
  same_spans: { records: Count },
  only_observations: { observations: Count },
  body_too_large: { requests: Count },
  too_many_records: { requests: Count },
  invalid_json: { requests: Count },
  unsupported_media_type: { requests: Count },
  overloaded: { requests: Count },
  unpriced: { calls: Count },
  late_update: { updates: Count },
  too_many_open_spans: { requests: Count },
  reserved_tag: { tags: Count, tag: Type.String({ description: 'The latest tag' }) },
});

/** Reasons why records and requests were rejected. Reasons with the same remedy share a code. */
export const RejectionFigures = figuresByCode('RejectionFigures', {
  unknown_provider: {
    provider: Type.Optional(Type.String({ description: 'The latest one; absent if it is not a text' })),
  },
  missing_provider: {},
  invalid_trace_id: {},
  timestamp_too_old: {},
  timestamp_in_future: {},
  record_too_large: {},
  quota_exceeded: {},
  signal_not_stored: {},
  event_not_stored: {},
  too_many_waiting_events: {},
  invalid_json: {},
  invalid_compression: {},
  too_many_records: {},
  insufficient_scope: {},
  body_too_large: {},
  unsupported_media_type: {},
  overloaded: {},
  reserved_tag: {},
  late_update: {},
  invalid_event: {},
  invalid_run: {},
  invalid_feedback: {},
  attachment_not_stored: {},
  unknown_part: {},
  unsafe_json: {},
  too_many_scores: {},
  score_of_another_key: {},
  too_many_open_spans: {},
  field_rule: {
    field: Type.Optional(Type.String({ description: 'The field that violates the rule in `reason`' })),
  },
  other: {},
});
