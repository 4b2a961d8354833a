// Calls and errors over the window, in as many steps as a small chart can show.
import { useMemo } from 'react';
import { useFigures, type Figure, type FigureResult } from '#api';
import { gridOf, windowSteps, stretchesOf, chosenWindow, type WindowChoice } from '#lib/time-window';
import type { CallsBody } from './list-state.ts';
import { barsOf, type Bar, type CountedSteps } from './volume-bars.ts';

export interface Volume {
  bars: readonly Bar[] | null;
  /** Undefined while it is loading, and for a text search, which cannot be counted. */
  count: number | undefined;
  counting: boolean;
}

export function useVolume(body: CallsBody, choice: WindowChoice, asOf: number): Volume {
  const { search, sortBy: _by, sortOrder: _order, startTime: _start, endTime: _end, ...filter } = body;
  const enabled = search === undefined;
  const { parts, steps } = useMemo(() => {
    const whole = chosenWindow(choice, asOf);
    const grid = gridOf(whole);
    const { axis: groupBy, every } = grid;
    // A query takes a single UTC offset.
    const days = stretchesOf(whole).map(({ startTime, endTime, offsetMinutes }) => ({
      startTime,
      endTime,
      groupBy,
      every,
      tzOffsetMinutes: offsetMinutes,
    }));
    return {
      steps: windowSteps(whole, grid),
      parts: groupBy === 'day' ? days : [{ ...whole, groupBy, every }],
    };
  }, [choice, asOf]);
  const figures = parts.map((part, at): Figure => ({
    id: `calls over time ${at}`,
    kind: 'aggregate',
    query: { metric: 'error_rate', ...filter, ...part },
  }));
  const { answers } = useFigures(enabled ? figures : []);
  return useMemo(() => {
    const failed = answers.some(({ error }) => error !== null);
    const results = answers.flatMap(({ result }) => (isCounted(result) ? [result] : []));
    if (!enabled || results.length < answers.length)
      return { bars: null, count: undefined, counting: enabled && !failed };
    const bars = barsOf(steps, results);
    const isEarlier = answers.some((answer) => answer.isEarlier);
    // An earlier answer of another window has none of these steps.
    if (isEarlier && bars.every(({ calls }) => calls === 0))
      return { bars: null, count: undefined, counting: true };
    const count = results.reduce((sum, { total }) => sum + total.count, 0);
    return { bars, count, counting: isEarlier };
  }, [enabled, answers, steps]);
}

const isCounted = (result: FigureResult | undefined): result is FigureResult & CountedSteps =>
  result !== undefined && 'groups' in result && 'total' in result;
