// The figures of all widgets of a page.
import { useMemo } from 'react';
import { useFigures, type Figure, type FigureResult } from '#api';
import { FigurePlan, planWidget } from './plan.ts';
import { figureError, readWidget, type FigureAnswer, type WidgetData } from './read.ts';
import type { Scope } from './scope.ts';
import type { Widget } from './widget.ts';

export interface Asked<T> {
  data: T | null;
  error: unknown;
  refetch: () => void;
}

interface Board {
  widgets: ReadonlyMap<string, Asked<WidgetData>>;
  /** The answers of figures that the page added itself, in their order. */
  extra: readonly Asked<FigureResult>[];
  /** The error if no figure could be loaded; null if at least one is loaded or still loading. */
  failure: { error: unknown; refetch: () => void } | null;
}

type FigureBody = Pick<Figure, 'kind' | 'query'>;
const NONE: readonly FigureBody[] = [];
const NO_ANSWER = { result: undefined, isEarlier: false, error: null };

export function useBoard(
  widgets: readonly Widget[],
  scope: Scope,
  extra: readonly FigureBody[] = NONE,
): Board {
  const extraKey = JSON.stringify(extra);
  const planned = useMemo(() => {
    const plan = new FigurePlan();
    const plans = widgets.map((widget) => ({ widget, plan: planWidget(plan, widget, scope) }));
    const ids = (JSON.parse(extraKey) as FigureBody[]).map((body) => plan.add(body));
    return { plans, ids, figures: plan.figures };
  }, [widgets, scope, extraKey]);
  const { answers: asked, refetch } = useFigures(planned.figures);
  return useMemo(() => {
    const steps = new Set(scope.steps.map(({ key }) => key));
    const answers = new Map(
      planned.figures.map(({ id }, at): [string, FigureAnswer] => {
        const { result, isEarlier, error } = asked[at] ?? NO_ANSWER;
        return [id, { result: result && isEarlier && !isOf(steps, result) ? undefined : result, error }];
      }),
    );
    const ofWidget = ({ widget, plan }: (typeof planned.plans)[number]): Asked<WidgetData> => ({
      data: readWidget(widget, plan, answers, scope),
      error: figureError(plan, answers),
      refetch,
    });
    const errors = [...answers.values()].flatMap(({ result, error }) =>
      result === undefined && error !== null ? [error] : [],
    );
    return {
      failure: errors.length > 0 && errors.length === answers.size ? { error: errors[0], refetch } : null,
      widgets: new Map(planned.plans.map((each) => [each.widget.id, ofWidget(each)])),
      extra: planned.ids.map((id) => {
        const answer = answers.get(id);
        return { data: answer?.result ?? null, error: answer?.error ?? null, refetch };
      }),
    };
  }, [planned, asked, refetch, scope]);
}

/** Answers of another window have none of these steps. */
function isOf(steps: ReadonlySet<string>, result: FigureResult): boolean {
  const keys =
    'byDay' in result
      ? result.byDay
      : 'steps' in result
        ? result.steps
        : 'groups' in result
          ? result.groups.filter(({ key }) => /^\d{4}-\d\d-\d\d/.test(key))
          : [];
  return keys.length === 0 || keys.some(({ key }) => steps.has(key));
}
