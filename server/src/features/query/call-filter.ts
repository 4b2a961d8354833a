import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { withScores } from '#features/scores';
import {
  hasAxis,
  METRICS_OF,
  type AggregateFilter,
  type Axis,
  type CallFilter,
  type Metric,
  type SpanFilter,
  type Subject,
} from '#records';
import {
  filterOf,
  SPAN_FIELDS,
  withPrompts,
  type CallSelection,
  type ScoreCondition,
  type SpanNarrowing,
} from '#services/record-access';

type Body = CallSelection & { scores?: readonly ScoreCondition[] };

interface Window {
  startMs: number;
  endMs: number;
}

/** The filter of a request body, completed from the metadata store: prompt versions and scores. */
export async function callFilter(ctx: Context, body: Body, window?: Window): Promise<CallFilter> {
  const filter = await withPrompts(ctx, filterOf(body));
  return withScores(ctx, { ...filter, ...window }, body.scores ?? []);
}

const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** The filter of spans. */
export async function spanFilter(ctx: Context, body: Body & SpanNarrowing): Promise<SpanFilter> {
  const { type, name, agent, tool } = body;
  const filter = await withPrompts(ctx, filterOf(body, 'spans'));
  return { ...(await withScores(ctx, filter, body.scores ?? [])), ...given({ type, name, agent, tool }) };
}

type SubjectBody = Body & SpanNarrowing & { of?: Subject; failingTool?: boolean; hasError?: boolean };

const OF_RUNS = ['name', 'agent', 'tool', 'failingTool', 'hasError'] as const;

/** What narrows each subject beside the filter of calls. */
const NARROWED: Readonly<Record<Subject, readonly (keyof SubjectBody)[]>> = {
  calls: [],
  spans: Object.keys(SPAN_FIELDS) as (keyof SpanNarrowing)[],
  runs: OF_RUNS,
  sessions: OF_RUNS,
};

/**
 * The filter of an aggregate of any subject. Rejects fields that the subject does not have. `shown`: fields whose
 * values the answer has.
 */
export async function subjectFilter(
  ctx: Context,
  body: SubjectBody,
  window: Window,
  shown: readonly (string | undefined)[] = [],
): Promise<AggregateFilter> {
  const { of = 'calls', type, name, agent, tool, failingTool, hasError } = body;
  const narrowing = given({ type, name, agent, tool, failingTool, hasError });
  const foreign = Object.keys(narrowing).find((field) => !NARROWED[of].includes(field as keyof SubjectBody));
  if (foreign !== undefined) throw invalid(foreign, `${foreign} is no field of ${of}.`, 'wrong_subject');
  const filter = await withPrompts(ctx, filterOf(body, of === 'spans' ? 'spans' : 'calls'), shown);
  const scored = await withScores(ctx, { ...filter, ...window }, body.scores ?? []);
  return { ...scored, ...narrowing, ...window };
}

/** Rejects a metric or a group that the subject does not have. */
export function checkSubject(
  of: Subject,
  { metric, ...axes }: { metric?: Metric; groupBy?: Axis; splitBy?: Axis; fields?: Axis },
): void {
  if (metric !== undefined && !METRICS_OF[of].includes(metric))
    throw invalid('metric', `The metrics of ${of} are ${METRICS_OF[of].join(', ')}.`, 'wrong_subject');
  for (const [name, axis] of Object.entries(axes))
    if (!hasAxis(of, axis)) throw invalid(name, `${axis} is no field of ${of}.`, 'wrong_subject');
}
