import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { Unpriced } from '#services/record-access';
import { DIFFERENCES } from '../compare/compare-runs.ts';

const TraceId = Type.String({ minLength: 1, maxLength: 256 });

export const ComparisonQuery = closed({
  a: TraceId,
  b: TraceId,
  differences: Type.Optional(Type.Boolean({ description: '`true` leaves out rows with the status `same`' })),
});
export type ComparisonQuery = Static<typeof ComparisonQuery>;

const Count = Type.Integer({ minimum: 0 });
const NullableText = Nullable(Type.String());
const OfCalls = Nullable(Type.Number({ minimum: 0, description: 'Null if the span is not a call' }));

const Totals = Type.Object({
  spans: Count,
  calls: Count,
  errors: Type.Integer({ minimum: 0, description: 'Failed spans' }),
  costUsd: Type.Number({ minimum: 0 }),
  unpriced: Unpriced,
  totalTokens: Type.Number({ minimum: 0 }),
  durationMs: Type.Number({ minimum: 0, description: 'From the first start to the last end' }),
  startTime: Timestamp,
});
export type ComparisonTotals = Static<typeof Totals>;

const Side = Type.Object({
  id: Type.String(),
  spanId: NullableText,
  offsetMs: Type.Number({ minimum: 0, description: 'From the start of its run' }),
  durationMs: Type.Number({ minimum: 0 }),
  error: Nullable(Type.String({ description: 'At most 300 characters' })),
  provider: NullableText,
  model: NullableText,
  totalTokens: OfCalls,
  costUsd: OfCalls,
});
export type ComparisonSide = Static<typeof Side>;

const Row = Type.Object(
  {
    status: OneOf(['same', 'changed', 'onlyA', 'onlyB']),
    path: Type.String({
      description:
        'The names from the root to the span, joined by `/`; a second span of one name has `[2]`. Of more than 500 characters, the end',
    }),
    depth: Type.Integer({ minimum: 0, description: '0 for a root' }),
    name: Type.String({ description: 'At most 256 characters' }),
    type: Type.String({ description: 'llm for a call, else the type of the observation' }),
    differs: Type.Array(OneOf(DIFFERENCES)),
    a: Nullable(Side),
    b: Nullable(Side),
  },
  { title: 'ComparedSpan', additionalProperties: false },
);
export type ComparisonRow = Static<typeof Row>;

export const RunComparison = Type.Object(
  {
    a: Type.String(),
    b: Type.String(),
    totals: Type.Object({ a: Totals, b: Totals }),
    counts: Type.Object(
      { same: Count, changed: Count, onlyA: Count, onlyB: Count },
      { description: 'All rows, also those that are not shown' },
    ),
    rows: Type.Array(Row, { description: 'Parents before their children' }),
    contentCompared: OneOf(
      ['all', 'some'],
      '`some`: there was too much content to read, and that of the last spans was not compared',
    ),
    truncated: Type.Boolean({
      description:
        'A run has more than 30,000 spans, of which the first are compared, or the answer would exceed 16 MiB',
    }),
  },
  { title: 'RunComparison', additionalProperties: false },
);
export type RunComparison = Static<typeof RunComparison>;
