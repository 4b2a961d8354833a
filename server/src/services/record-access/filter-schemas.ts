import { Type, type Static } from 'typebox';
import { closed, Named, Timestamp } from '#lib/schema';
import { Conditions, RunConditions } from './conditions.ts';
import type { Subject } from '#records';

export const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });

/** The filter of nearly every query. */
export const FILTER_FIELDS = {
  startTime: Type.Optional(Timestamp),
  endTime: Type.Optional(Timestamp),
  provider: Type.Optional(Text(64)),
  model: Type.Optional(Text(128, 'Part of the name, case-insensitive')),
  tags: Type.Optional(
    Named(
      Type.String({ maxLength: 256 }),
      { maxLength: 64 },
      { maxProperties: 20, description: 'All must match' },
    ),
  ),
  error: Type.Optional(
    Type.Union([Type.Boolean(), Text(256)], {
      description: 'true: any error; false: none; a text: an error that contains it',
    }),
  ),
  promptName: Type.Optional(
    Text(200, 'Exact: calls that name the prompt, or the id of one of its versions in the registry'),
  ),
  promptVersion: Type.Optional(
    Text(100, 'Exact: the version in the registry of the id that a call names, else the version in the call'),
  ),
  where: Type.Optional(Conditions),
  includeEvalRuns: Type.Optional(
    Type.Boolean({ description: 'Include calls that evaluation runs created; omitted by default' }),
  ),
};

const EXACT_FIELDS = {
  traceId: Type.Optional(Text(256)),
  sessionId: Type.Optional(Text(256)),
  userId: Type.Optional(Text(256)),
  minLatencyMs: Type.Optional(Type.Number({ minimum: 0 })),
  minCostUsd: Type.Optional(Type.Number({ minimum: 0 })),
};

const { includeEvalRuns: _never, ...OWN_CALLS } = FILTER_FIELDS;

/** The stored filter of an evaluation run or a rule. */
export const StoredFilter = closed({ ...OWN_CALLS, ...EXACT_FIELDS }, { title: 'CallFilter' });
export type StoredFilter = Static<typeof StoredFilter>;

const CALL_FIELDS = {
  ...FILTER_FIELDS,
  ...EXACT_FIELDS,
  search: Type.Optional(
    Text(
      256,
      'Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive',
    ),
  ),
};

/** What spans are narrowed by beside the filter of calls. */
export const SPAN_FIELDS = {
  type: Type.Optional(Text(64, 'Exact: llm for a call, else the type of the observation')),
  name: Type.Optional(Text(256, 'Part of the name, case-insensitive')),
  agent: Type.Optional(Text(256, 'The exact name of the agent')),
  tool: Type.Optional(Text(256, 'The exact name of the tool')),
};
export type SpanNarrowing = Partial<Record<keyof typeof SPAN_FIELDS, string>>;

const { startTime: _from, endTime: _until, where: _ofCalls, ...ALWAYS } = OWN_CALLS;

/** What runs are narrowed by beside their calls, and names. */
const RUN_FIELDS = {
  failingTool: Type.Optional(Type.Boolean({ description: 'Whether a tool failed; with `tool`, this one' })),
  hasError: Type.Optional(Type.Boolean({ description: 'Whether a span failed' })),
};

/** The stored filter of an alert or a queue, without a window. */
export const RecordFilter = closed(
  { ...ALWAYS, where: Type.Optional(RunConditions), ...EXACT_FIELDS, ...SPAN_FIELDS, ...RUN_FIELDS },
  {
    title: 'RecordFilter',
    description:
      '`type` is only for spans; `name`, `agent` and `tool` for spans, runs and sessions; `failingTool`, `hasError` and conditions on `run.…` only for runs and sessions. Of a run or session, one call must match the other fields',
  },
);
export type RecordFilter = Static<typeof RecordFilter>;

const OF_RUNS: readonly string[] = ['name', 'agent', 'tool', 'failingTool', 'hasError'];

const NARROWED: Readonly<Record<Subject, readonly string[]>> = {
  calls: [],
  spans: Object.keys(SPAN_FIELDS),
  runs: OF_RUNS,
  sessions: OF_RUNS,
};

/** Whether a subject has a field of a filter. Those of calls, all have. */
export const narrowsSubject = (of: Subject, field: string): boolean =>
  !(OF_RUNS.includes(field) || Object.hasOwn(SPAN_FIELDS, field)) || NARROWED[of].includes(field);

/** Matches the same calls as a query with these fields. */
export const CallSelection = closed(CALL_FIELDS, { title: 'CallSelection' });
export type CallSelection = Static<typeof CallSelection>;

/** Days, hours or minutes that make one step of a series. */
export const Every = Type.Integer({
  minimum: 1,
  maximum: 60,
  description:
    'Days, hours or minutes in one step, 1 by default; requires groupBy "day", "hour" or "minute". The maximum window grows with it, up to 366 days.',
});
