import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { TRACE_SORTS } from '#records';
import { ShownScore } from '#features/scores';
import { RunConditions, Text } from '#services/record-access';
import { Amount, CallsQuery } from './calls.ts';
import { ContentPreview } from './previews.ts';

const { sortBy: _by, where: _ofCalls, content: _whole, ...NARROWED_BY } = CallsQuery.properties;

export const TracesQuery = closed(
  {
    ...NARROWED_BY,
    where: Type.Optional(RunConditions),
    sortBy: Type.Optional(
      OneOf(
        TRACE_SORTS,
        'A figure of the whole run. The window is then about the start of its first span. By default: latest activity first',
      ),
    ),
    name: Type.Optional(Text(256, 'Part of the name of the trace, case-insensitive')),
    agent: Type.Optional(Text(256, 'The exact name of an agent in the trace')),
    tool: Type.Optional(Text(256, 'The exact name of a tool that the trace called')),
    failingTool: Type.Optional(
      Type.Boolean({
        description: 'true: a tool failed (with `tool`, this one); false: no tool failed',
      }),
    ),
    hasError: Type.Optional(Type.Boolean({ description: 'true: a span failed; false: no span failed' })),
  },
  {
    title: 'TracesQuery',
    description:
      'The fields of a call query select traces in which at least one call matches. Without such fields, traces without calls are found too.',
  },
);
export type TracesQuery = Static<typeof TracesQuery>;

const Count = Type.Integer({ minimum: 0 });
const Names = (maxItems: number, description: string) => Type.Array(Type.String(), { maxItems, description });

export const MOST_SCORES = 20;

const TraceSummary = Type.Object(
  {
    traceId: Type.String(),
    name: Type.String({
      maxLength: 256,
      description: 'The name of the root span; without a root, of the earliest span',
    }),
    kind: Type.String({ description: 'Kind of that span: llm for a call, else the type of the observation' }),
    startTime: Timestamp,
    endTime: Timestamp,
    durationMs: Amount,
    calls: Count,
    spans: Type.Integer({ minimum: 1, description: 'Calls and observations' }),
    errors: Type.Integer({ minimum: 0, description: 'Spans that failed' }),
    failed: Type.Boolean({
      description: 'Whether a root span failed; without a root span, whether any span did',
    }),
    failedTools: Type.Integer({ minimum: 0, description: 'Tool calls that failed' }),
    inputTokens: Amount,
    outputTokens: Amount,
    totalTokens: Amount,
    costUsd: Nullable(Type.Number({ minimum: 0, description: 'Null if the trace has no call' })),
    models: Names(5, 'Those with the most calls'),
    agents: Names(20, 'By name'),
    tools: Names(50, 'By name'),
    userId: Nullable(Type.String()),
    sessionId: Nullable(Type.String()),
    tags: Type.Record(Type.String(), Type.String(), { description: 'The tags of the first call' }),
    scores: Type.Array(ShownScore, {
      maxItems: MOST_SCORES,
      description: `The newest ${MOST_SCORES} scores of the trace and of its first 100 calls, newest first`,
    }),
    preview: Type.Optional(ContentPreview),
  },
  {
    title: 'TraceSummary',
    additionalProperties: false,
    description:
      'Covers all spans of the trace; in the default order, those that began within a day before or after the newest match. `preview`, if it was requested, has the input of the root and the output of the last call.',
  },
);
export type TraceSummary = Static<typeof TraceSummary>;

export const SearchedFrom = Nullable({
  ...Timestamp,
  description:
    'Set if there is too much to look at: what began before this time was not looked at. Ask again with this as `endTime` for what is older',
});

export const Traces = Type.Object(
  {
    traces: Type.Array(TraceSummary, { maxItems: 200 }),
    nextCursor: Nullable(Type.String({ description: 'A page may be short even if there is a next one' })),
    searchedFrom: SearchedFrom,
  },
  { title: 'Traces', additionalProperties: false },
);
