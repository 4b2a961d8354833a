import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { SORT_COLUMNS } from '#records';
import { ShownScore } from '#features/scores';
import { CallSelection, ScoreConditions, Text } from '#services/record-access';
import { ContentPreview, Snippet } from './previews.ts';

export const CallsQuery = closed(
  {
    ...CallSelection.properties,
    scores: Type.Optional(ScoreConditions),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Text(4_000)),
    sortBy: Type.Optional(OneOf(SORT_COLUMNS)),
    sortOrder: Type.Optional(OneOf(['asc', 'desc'])),
    preview: Type.Optional(
      Type.Boolean({ description: 'Adds the beginning of the stored content to each row; false by default' }),
    ),
    content: Type.Optional(
      Type.Boolean({
        description: 'Adds the stored content to each call, as the single call has it; false by default',
      }),
    ),
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

/** A call in a list. */
export const ListedCall = Type.Object(
  {
    ...Call.properties,
    preview: Type.Optional(ContentPreview),
    snippet: Type.Optional(Nullable(Snippet)),
  },
  {
    title: 'ListedCall',
    additionalProperties: false,
    description:
      '`preview` is set if it was requested. With `search`, `snippet` is also set; it is null if no stored content matches.',
  },
);
export type ListedCall = Static<typeof ListedCall>;

const { id, name, dataType, value, source, createdAt } = ShownScore.properties;

export const ExportedCall = Type.Object(
  {
    ...Call.properties,
    scores: Type.Optional(
      Type.Array(Type.Object({ id, name, dataType, value, source, createdAt }), {
        description: 'Only with `scores=true`',
      }),
    ),
    input: Type.Optional(
      Type.Unknown({ description: 'Only with `content=true`; null if no input is stored' }),
    ),
    output: Type.Optional(
      Type.Unknown({ description: 'Only with `content=true`; null if no output is stored' }),
    ),
  },
  { title: 'ExportedCall', additionalProperties: false },
);

export const ShownScores = Type.Array(ShownScore, { description: 'The newest 200 scores, newest first' });

export const CallsPage = Type.Object({
  records: Type.Array(ListedCall),
  nextCursor: Nullable(Type.String()),
  searchedFrom: Type.Optional({
    ...Timestamp,
    description:
      'Only if `search` matches too many calls for another order than that of time: older calls were not searched',
  }),
  truncated: Type.Boolean({
    description: 'True if the page is shorter than the limit, because a response has at most 16 MiB',
  }),
});
