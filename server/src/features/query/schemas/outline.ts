import { Type, type Static } from 'typebox';
import { closed, Nullable } from '#lib/schema';
import { Text } from '#services/record-access';
import { TraceSpan } from './spans.ts';

const MAX_LINES = 1_000;

export const OutlineQuery = closed({
  maxSpans: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LINES, default: 150, description: 'Spans that get a line' }),
  ),
  errorsOnly: Type.Optional(Type.Boolean({ description: 'Only failed spans, with their ancestors' })),
  under: Type.Optional(Text(512, 'Only the part below this span, by its `label` or the `id` of its record')),
});
export type OutlineQuery = Static<typeof OutlineQuery>;

const { id, type, name, durationMs, error, model, totalTokens, costUsd } = TraceSpan.properties;

const OutlineSpan = Type.Object(
  {
    id,
    label: Type.String({ description: 'The span id, or the `id` of the record if several spans share it' }),
    type,
    name,
    durationMs,
    error,
    model,
    totalTokens,
    costUsd,
  },
  { title: 'OutlineSpan', additionalProperties: false },
);

const Hidden = Type.Object(
  {
    spans: Type.Integer({ minimum: 1 }),
    failed: Type.Integer({ minimum: 0 }),
    totalTokens: Type.Number({ minimum: 0 }),
    costUsd: Type.Number({ minimum: 0 }),
  },
  { title: 'HiddenSpans', description: 'Spans that have no line', additionalProperties: false },
);

const OutlineLine = Type.Object(
  {
    depth: Type.Integer({ minimum: 0, description: '0 for a root, and for the span of `under`' }),
    span: Nullable(OutlineSpan),
    hidden: Nullable(Hidden),
  },
  { title: 'OutlineLine', additionalProperties: false },
);
export type OutlineLine = Static<typeof OutlineLine>;

export const TraceOutline = Type.Object(
  {
    lines: Type.Array(OutlineLine, {
      // Below each span, and among the roots, spans may be left out.
      maxItems: 2 * MAX_LINES + 1,
      description:
        'The tree from top to bottom: each line has either a `span` or the `hidden` ones in its place',
    }),
    total: Type.Integer({ minimum: 1, description: 'Number of spans in the whole trace' }),
    read: Type.Integer({ minimum: 1, description: 'Spans that were read; at most 50,000' }),
    failed: Type.Integer({ minimum: 0, description: 'Those of them that failed' }),
    inPart: Type.Integer({ minimum: 1, description: 'Spans below `under`, itself included; else `read`' }),
    shown: Type.Integer({ minimum: 0, description: 'Spans that have a line' }),
  },
  { title: 'TraceOutline', additionalProperties: false },
);
export type TraceOutline = Static<typeof TraceOutline>;
