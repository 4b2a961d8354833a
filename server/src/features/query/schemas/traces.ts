import { Type } from 'typebox';
import { Nullable, OneOf, Timestamp } from '#lib/schema';
import type { ShownScore } from '#features/scores';
import { Unpriced } from '#services/record-access';
import { Call, ShownScores } from './calls.ts';

export interface TraceNode {
  id: string;
  kind: 'llm' | 'observation';
  type: string;
  name: string;
  spanId: string | null;
  parentSpanId: string | null;
  startTime: string;
  durationMs: number;
  error: string | null;
  attributes: Record<string, unknown>;
  call: Call | null;
  children: TraceNode[];
}

export const TraceNode = Type.Cyclic(
  {
    TraceNode: Type.Object(
      {
        id: Type.String(),
        kind: OneOf(['llm', 'observation']),
        type: Type.String({ description: 'llm for a call, else the type of the observation' }),
        name: Type.String(),
        spanId: Nullable(Type.String()),
        parentSpanId: Nullable(Type.String()),
        startTime: Timestamp,
        durationMs: Type.Number({ minimum: 0 }),
        error: Nullable(Type.String()),
        attributes: Type.Record(Type.String(), Type.Unknown(), {
          description: 'Attributes of an observation; those of a call are in its `requestMeta.attributes`',
        }),
        call: Nullable(Call),
        children: Type.Array(Type.Ref('TraceNode'), { description: 'By start time' }),
      },
      { title: 'TraceNode', additionalProperties: false },
    ),
  },
  'TraceNode',
);

export interface Trace {
  traceId: string;
  spans: Call[];
  nodes: TraceNode[];
  scores: ShownScore[];
  truncated: boolean;
}

export const Trace = Type.Object(
  {
    traceId: Type.String(),
    spans: Type.Array(Call, { maxItems: 500, description: 'The calls with their content, by time' }),
    nodes: Type.Array(TraceNode, {
      description: 'Calls and observations as a tree; a span whose parent is missing is a root',
    }),
    scores: {
      ...ShownScores,
      description: 'The newest 200 scores of the trace and of these spans, newest first',
    },
    truncated: Type.Boolean({
      description:
        'Whether spans or content are omitted: there are more than 500 spans, or more than fit into 16 MiB',
    }),
  },
  { title: 'Trace', additionalProperties: false },
);

export const CallSession = Type.Object(
  {
    sessionId: Type.String(),
    calls: Type.Array(Call, {
      maxItems: 1_000,
      description: 'The newest 1,000, by time, without content',
    }),
    totals: Type.Object(
      {
        calls: Type.Integer({ minimum: 1 }),
        costUsd: Type.Number({ minimum: 0 }),
        unpriced: Type.Optional(Unpriced),
        totalTokens: Type.Number({ minimum: 0 }),
        errors: Type.Integer({ minimum: 0 }),
        startTime: Timestamp,
        endTime: Timestamp,
      },
      {
        additionalProperties: false,
        description:
          'Over all spans of the session, including those that the list omits: `errors` counts failed spans, and the times are those of the first beginning and the last end',
      },
    ),
    scores: { ...ShownScores, description: 'The newest 200 scores of the session itself, newest first' },
    truncated: Type.Boolean({
      description: 'Whether older calls are omitted: there are more than 1,000, or more than fit into 16 MiB',
    }),
  },
  { title: 'CallSession', additionalProperties: false },
);
