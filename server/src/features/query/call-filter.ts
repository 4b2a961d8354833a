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

const narrowedBy = (body: SpanNarrowing): SpanNarrowing =>
  Object.fromEntries(
    Object.keys(SPAN_FIELDS).flatMap((name) => {
      const value = body[name as keyof SpanNarrowing];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The filter of spans. `shown`: fields whose values the answer has. */
export async function spanFilter(
  ctx: Context,
  body: Body & SpanNarrowing,
  window?: Window,
  shown: readonly (string | undefined)[] = [],
): Promise<SpanFilter> {
  const filter = await withPrompts(ctx, filterOf(body, 'spans'), shown);
  return { ...(await withScores(ctx, { ...filter, ...window }, body.scores ?? [])), ...narrowedBy(body) };
}

type SubjectBody = Body & SpanNarrowing & { of?: Subject };

/** The filter of an aggregate of any subject. Rejects fields that the subject does not have. */
export async function subjectFilter(
  ctx: Context,
  body: SubjectBody,
  window: Window,
  shown: readonly (string | undefined)[] = [],
): Promise<AggregateFilter> {
  const { of = 'calls' } = body;
  if (of === 'spans') return { ...(await spanFilter(ctx, body, window, shown)), ...window };
  const [foreign] = Object.keys(narrowedBy(body));
  if (foreign !== undefined)
    throw invalid(
      foreign,
      `${foreign} is a field of spans. Use where, or set of to "spans".`,
      'wrong_subject',
    );
  const filter = await withPrompts(ctx, filterOf(body), shown);
  return { ...(await withScores(ctx, { ...filter, ...window }, body.scores ?? [])), ...window };
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
