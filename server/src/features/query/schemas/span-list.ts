import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf } from '#lib/schema';
import { SPAN_SORTS } from '#records';
import { SPAN_FIELDS, Text } from '#services/record-access';
import { CallsQuery } from './calls.ts';
import { TraceSpan } from './spans.ts';
import { SearchedFrom } from './trace-list.ts';

const { preview: _preview, content: _content, sortBy: _by, ...NARROWED_BY } = CallsQuery.properties;

export const SpanListQuery = closed(
  {
    ...NARROWED_BY,
    ...SPAN_FIELDS,
    cursor: Type.Optional(Text(4_000)),
    sortBy: Type.Optional(OneOf(SPAN_SORTS, 'startTime by default; a span without a cost counts as 0')),
  },
  {
    title: 'SpanListQuery',
    description:
      'The fields of a call query, and those of spans. Conditions on what only calls have, such as the model, find calls only',
  },
);
export type SpanListQuery = Static<typeof SpanListQuery>;

const NullableText = Nullable(Type.String());
const { id, kind, type, name, spanId, parentSpanId, startTime, durationMs, error } = TraceSpan.properties;
const { provider, model, totalTokens, costUsd } = TraceSpan.properties;

export const SpanRow = Type.Object(
  {
    id,
    traceId: NullableText,
    spanId,
    parentSpanId,
    kind,
    type,
    name,
    agent: Nullable(Type.String({ description: 'The agent in which it ran, also if a span above names it' })),
    tool: Nullable(Type.String({ description: 'Only of spans of tools' })),
    startTime,
    durationMs,
    error,
    sessionId: NullableText,
    userId: NullableText,
    release: NullableText,
    environment: NullableText,
    provider,
    model,
    totalTokens,
    costUsd,
  },
  { title: 'SpanRow', additionalProperties: false },
);
export type SpanRow = Static<typeof SpanRow>;

export const SpanList = Type.Object(
  {
    spans: Type.Array(SpanRow, { maxItems: 200 }),
    nextCursor: NullableText,
    truncated: Type.Boolean({
      description: 'True if the page is shorter than the limit, because a response has at most 16 MiB',
    }),
    searchedFrom: SearchedFrom,
  },
  { title: 'SpanList', additionalProperties: false },
);
export type SpanList = Static<typeof SpanList>;
