import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { Text } from '#services/record-access';

export const SpansQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 5_000 })),
  cursor: Type.Optional(Text(4_000)),
});
export type SpansQuery = Static<typeof SpansQuery>;

const NullableText = Nullable(Type.String());
const OfCalls = Nullable(Type.Number({ minimum: 0, description: 'Null if the span is not a call' }));

export const TraceSpan = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(['llm', 'observation']),
    type: Type.String({ description: 'llm for a call, else the type of the observation' }),
    name: Type.String({ description: 'At most 256 characters' }),
    spanId: NullableText,
    parentSpanId: NullableText,
    startTime: Timestamp,
    durationMs: Type.Number({ minimum: 0 }),
    error: Nullable(Type.String({ description: 'At most 300 characters' })),
    provider: NullableText,
    model: NullableText,
    totalTokens: OfCalls,
    costUsd: OfCalls,
    agent: NullableText,
    tool: NullableText,
    sessionId: NullableText,
    userId: NullableText,
    tools: Type.Array(Type.String(), { description: 'Names of the tools that the model asked for' }),
  },
  { title: 'TraceSpan', additionalProperties: false },
);
export type TraceSpan = Static<typeof TraceSpan>;

export const TraceSpans = Type.Object(
  {
    spans: Type.Array(TraceSpan, { maxItems: 10_000, description: 'By start time, then by id' }),
    total: Type.Integer({ minimum: 1, description: 'Number of spans in the whole trace' }),
    voice: Type.Boolean({ description: 'Whether this page has spans of speech, which make turns' }),
    nextCursor: NullableText,
    truncated: Type.Boolean({
      description: 'True if the page is shorter than the limit, because a response has at most 16 MiB',
    }),
  },
  { title: 'TraceSpans', additionalProperties: false },
);
export type TraceSpans = Static<typeof TraceSpans>;
