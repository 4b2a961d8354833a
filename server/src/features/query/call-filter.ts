import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { withScores } from '#features/scores';
import {
  hasAxis,
  isOfRuns,
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
  narrowsSubject,
  runConditionsOf,
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

type SubjectBody = Omit<Body, 'where'> &
  SpanNarrowing & {
    of?: Subject;
    where?: Parameters<typeof runConditionsOf>[0];
    failingTool?: boolean;
    hasError?: boolean;
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
  const foreign = Object.keys(narrowing).find((field) => !narrowsSubject(of, field));
  if (foreign !== undefined) throw invalid(foreign, `${foreign} is no field of ${of}.`, 'wrong_subject');
  const { calls: where, figures } = isOfRuns(of)
    ? runConditionsOf(body.where)
    : { calls: body.where as Body['where'], figures: [] };
  const plain = { ...body, ...(where === undefined ? {} : { where }) } as Body;
  const filter = await withPrompts(ctx, filterOf(plain, of === 'spans' ? 'spans' : 'calls'), shown);
  const scored = await withScores(ctx, { ...filter, ...window }, body.scores ?? []);
  return { ...scored, ...narrowing, ...(figures.length === 0 ? {} : { figures }), ...window };
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
