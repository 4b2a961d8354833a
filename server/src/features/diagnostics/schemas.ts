import { Type, type Static } from 'typebox';
import { codesOf, FigureValues } from '#lib/figures';
import { Nullable, OneOf, Timestamp } from '#lib/schema';
import { DiagnosticsFigures, RejectionFigures } from './figures.ts';

const Count = Type.Integer({ minimum: 0 });

const Counts = {
  requests: Count,
  accepted: Type.Integer({ minimum: 0, description: 'Newly stored calls and observations' }),
  duplicates: Type.Integer({ minimum: 0, description: 'Records whose id was already stored' }),
  observations: Type.Integer({
    minimum: 0,
    description: 'Spans among the accepted and duplicates that are not model calls',
  }),
  unpriced: Type.Integer({
    minimum: 0,
    description: 'Calls among the accepted and duplicates whose model has no price; stored with cost 0',
  }),
  rejected: Type.Integer({ minimum: 0, description: 'Rejected records and spans' }),
  refused: Type.Integer({ minimum: 0, description: 'Requests that were rejected as a whole' }),
};

const Reason = Type.Object({
  kind: OneOf(
    ['rejected', 'refused', 'dropped'],
    'The counted unit: records and spans, whole requests, or parts that were dropped from stored records',
  ),
  reason: Type.String({
    examples: ['unknown_provider'],
    description: 'The reason sent to the client: a code for traces, a rule in words for JSON',
  }),
  cause: Type.String({
    examples: ['unknown_provider', 'invalid_span_id'],
    description: 'The cause as a code, also where `reason` is a sentence',
  }),
  code: OneOf(codesOf(RejectionFigures), 'Code of the remedy; several causes may share it'),
  values: FigureValues(RejectionFigures, 'By code'),
  count: Count,
  example: Type.String({ description: 'The latest example, redacted and cut to 200 characters' }),
  lastSeenAt: Timestamp,
});

const Source = Type.Object({
  keyId: Type.String({ description: 'Empty for senders beyond 200 in an hour' }),
  keyName: Nullable(Type.String({ description: 'Null if the key was deleted' })),
  client: Type.String({ description: 'User agent' }),
  scope: Type.String({ description: 'Names of the instrumentation scopes; empty if there are none' }),
  endpoint: Type.String({ examples: ['ingest', 'traces', 'logs', 'metrics', 'scores'] }),
  ...Counts,
  lastSeenAt: Timestamp,
  reasons: Type.Array(Reason),
});

export const MERGE_REASONS = [
  'same_response',
  'around_call',
  'around_calls',
  'inside_call',
  'same_span',
] as const;

const Merged = Type.Object({
  id: Type.String({ description: 'The record that repeats another one' }),
  duplicateOf: Type.String({ description: 'The call that is counted' }),
  reason: OneOf(
    MERGE_REASONS,
    '`same_response`: both have one response id, and ran at the same time. `around_call`: the span is around the call, and has its counts or none. `around_calls`: it is around several calls, of which this is one, and has their sum. `inside_call`: it is inside of the call, and has no counts. `same_span`: a record with the trace and span id of another one',
  ),
  counted: Type.Boolean({
    description:
      'Whether the record is counted all the same, because only its sender knows if it is a duplicate',
  }),
  at: Timestamp,
});

export const Diagnostics = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    totals: Type.Object(Counts),
    sources: Type.Array(Source, { description: 'Last active first; at most 200' }),
    hours: Type.Array(Type.Object({ hour: Timestamp, accepted: Count, rejected: Count, refused: Count }), {
      description: 'Every hour, oldest first',
    }),
    merged: Type.Array(Merged, {
      description:
        'Records that repeat a call, the newest first; at most 200. Those that are not counted are stored as observations, with the attribute `tracewell.duplicate_of`',
    }),
    hints: Type.Array(Type.String(), { description: 'Hints as sentences' }),
    codedHints: Type.Array(
      Type.Object({
        code: OneOf(codesOf(DiagnosticsFigures)),
        values: FigureValues(DiagnosticsFigures, 'The figures in the message, by code'),
        message: Type.String({ description: 'The same as in `hints`' }),
      }),
      { description: 'The same hints for programs and other languages' },
    ),
  },
  { title: 'IngestDiagnostics' },
);
export type Diagnostics = Static<typeof Diagnostics>;
export type ReceiptSource = Static<typeof Source>;
export type RejectionReason = Static<typeof Reason>;
export type Totals = Diagnostics['totals'];
