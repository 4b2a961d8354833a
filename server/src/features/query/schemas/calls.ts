import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { SORT_COLUMNS } from '#records';
import { CallSelection, Text } from '#services/record-access';

export const CallsQuery = closed(
  {
    ...CallSelection.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Text(4_000)),
    sortBy: Type.Optional(OneOf(SORT_COLUMNS)),
    sortOrder: Type.Optional(OneOf(['asc', 'desc'])),
  },
  { title: 'CallsQuery' },
);
export type CallsQuery = Static<typeof CallsQuery>;

export const Amount = Type.Number({ minimum: 0 });
const NullableText = Nullable(Type.String());

export const Call = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    model: Type.String(),
    timestamp: Timestamp,
    promptTokens: Amount,
    completionTokens: Amount,
    totalTokens: Amount,
    costUsd: Amount,
    latencyMs: Amount,
    tags: Nullable(Type.Record(Type.String(), Type.String())),
    error: NullableText,
    errorDetails: Type.Unknown(),
    traceId: NullableText,
    spanId: NullableText,
    parentSpanId: NullableText,
    sessionId: NullableText,
    toolCalls: Type.Unknown(),
    piiRedacted: Type.Boolean(),
    redactionMetadata: Type.Unknown(),
    requestMeta: Type.Unknown(),
  },
  { title: 'Call', additionalProperties: false },
);
export type Call = Static<typeof Call>;

export const CallsPage = Type.Object({
  records: Type.Array(Call),
  nextCursor: Nullable(Type.String()),
  truncated: Type.Boolean({ description: 'Fewer than the limit, because a response has at most 16 MiB' }),
});
