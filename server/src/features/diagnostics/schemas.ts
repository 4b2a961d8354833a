import { Type, type Static } from 'typebox';
import { codesOf, FigureValues } from '#lib/figures';
import { Nullable, OneOf, Timestamp } from '#lib/schema';
import { DiagnosticsFigures, RejectionFigures } from './figures.ts';

const Count = Type.Integer({ minimum: 0 });

const Counts = {
  requests: Count,
  accepted: Type.Integer({ minimum: 0, description: 'Stored now, whether call or observation' }),
  duplicates: Type.Integer({ minimum: 0, description: 'Stored before under the same id' }),
  observations: Type.Integer({
    minimum: 0,
    description: 'Of the accepted and the duplicates: spans that are no model call',
  }),
  unpriced: Type.Integer({
    minimum: 0,
    description: 'Of the accepted and the duplicates: calls whose model has no price, stored with cost 0',
  }),
  rejected: Type.Integer({ minimum: 0, description: 'Records and spans that were not stored' }),
  refused: Type.Integer({ minimum: 0, description: 'Requests of which nothing was stored' }),
};

const Reason = Type.Object({
  kind: OneOf(
    ['rejected', 'refused', 'dropped'],
    'What is counted: records and spans, whole requests, or parts that records were stored without',
  ),
  reason: Type.String({
    examples: ['unknown_provider'],
    description: 'As the client was answered: a code for traces, a rule in words for JSON',
  }),
  code: OneOf(codesOf(RejectionFigures), 'What it calls for; several reasons may have the same'),
  values: FigureValues(RejectionFigures, 'By code'),
  count: Count,
  example: Type.String({ description: 'The latest, redacted and cut to 200 characters' }),
  lastSeenAt: Timestamp,
});

const Source = Type.Object({
  keyId: Type.String({ description: 'Empty for what is beyond 200 senders in an hour' }),
  keyName: Nullable(Type.String({ description: 'Null when the key is no more' })),
  client: Type.String({ description: 'User agent' }),
  scope: Type.String({ description: 'Names of the instrumentation scopes; empty where there are none' }),
  endpoint: Type.String({ examples: ['ingest', 'traces', 'logs', 'metrics'] }),
  ...Counts,
  lastSeenAt: Timestamp,
  reasons: Type.Array(Reason),
});

export const Diagnostics = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    totals: Type.Object(Counts),
    sources: Type.Array(Source, { description: 'Those that sent last come first; at most 200' }),
    hours: Type.Array(Type.Object({ hour: Timestamp, accepted: Count, rejected: Count, refused: Count }), {
      description: 'Every hour, the oldest first',
    }),
    hints: Type.Array(Type.String(), { description: 'What the figures suggest to look at, in sentences' }),
    codedHints: Type.Array(
      Type.Object({
        code: OneOf(codesOf(DiagnosticsFigures)),
        values: FigureValues(DiagnosticsFigures, 'What the message says, as figures; by code'),
        message: Type.String({ description: 'The same as in `hints`' }),
      }),
      { description: 'The same hints, for programs and in other languages' },
    ),
  },
  { title: 'IngestDiagnostics' },
);
export type Diagnostics = Static<typeof Diagnostics>;
export type Source = Static<typeof Source>;
export type Reason = Static<typeof Reason>;
export type Totals = Diagnostics['totals'];
