// Detects that another model answers although the requested model is the same. An alias that several models
// always answered is no finding when one more does.
import { DAY_MS, HOUR_MS, isoTime } from '#lib/clock';
import { counted, named, number, timeOf } from '#lib/wording';
import type { Sighting } from './sighting.ts';
import type { CallGroup } from '../records/call-groups.ts';
import type { AnsweringModel } from '../records/baseline.ts';

const MIN_NEW_CALLS = 5;
/** The new model's share while both models answer. */
const MIN_SHARE = 0.5;
/** The old model was steady if either condition is met. */
const STEADY = [
  { calls: 20, ms: DAY_MS },
  { calls: 100, ms: HOUR_MS },
] as const;
/** Older changes are not news. */
export const NEWS_MS = 3 * DAY_MS;

interface Asked {
  project: number;
  provider: string;
  model: string;
}

export const askedKey = ({ project, provider, model }: Asked): string =>
  JSON.stringify([project, provider, model]);

export function modelChanges(
  groups: readonly CallGroup[],
  answers: readonly AnsweringModel[],
  nowMs: number,
): Sighting[] {
  const history = Map.groupBy(answers, askedKey);
  const arrived = Map.groupBy(
    groups.filter(({ responseModel }) => responseModel !== ''),
    askedKey,
  );
  return [...arrived].flatMap(([key, fresh]) => changeOf(fresh, history.get(key) ?? [], nowMs));
}

function changeOf(
  fresh: readonly CallGroup[],
  history: readonly AnsweringModel[],
  nowMs: number,
): Sighting[] {
  const [before, after, ...others] = history.toSorted((left, right) => left.firstMs - right.firstMs);
  if (!before || !after || others.length > 0) return [];
  if (after.calls < MIN_NEW_CALLS || after.firstMs < nowMs - NEWS_MS) return [];
  const steadyMs = after.firstMs - before.firstMs;
  if (!STEADY.some(({ calls, ms }) => before.calls >= calls && steadyMs >= ms)) return [];
  const calls = fresh.reduce((sum, group) => sum + group.calls, 0);
  const changed = fresh.find(({ responseModel }) => responseModel === after.responseModel)?.calls ?? 0;
  if (changed < MIN_SHARE * calls) return [];
  const { project, provider, model } = after;
  return [
    {
      kind: 'silent_model_change',
      project,
      cause: JSON.stringify([provider, model, after.responseModel]),
      byOccasion: false,
      unit: after.responseModel,
      total: after.calls,
      severity: 'medium',
      title: `${named(model)} is now answered by ${named(after.responseModel)}`,
      detail:
        `Calls that ask ${provider} for ${named(model)} were answered by ${named(before.responseModel)} (${counted(before.calls, 'call')} in two weeks). ` +
        `Since ${timeOf(after.firstMs)}, ${named(after.responseModel)} answers: ${number(after.calls)} so far. Ask for a dated model to decide about ` +
        'such changes yourself, and run your evaluations against the new one.',
      values: {
        provider,
        requestedModel: model,
        from: before.responseModel,
        to: after.responseModel,
        callsBefore: before.calls,
        callsAfter: after.calls,
        changedAt: isoTime(after.firstMs),
      },
      callIds: [],
      traceIds: [],
      firstMs: after.firstMs,
      lastMs: after.lastMs,
      evidence: {
        project,
        model: { provider, model },
        fromMs: after.firstMs,
        toMs: after.lastMs + 1,
        responseModel: after.responseModel,
        by: 'time',
      },
    },
  ];
}
