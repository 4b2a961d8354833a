// The window, the steps and the filter that all figures of a page share.
import type { Schemas } from '#api';
import type { CallFilter } from '#lib/call-filter';
import {
  windowSteps,
  stretchesOf,
  type Grid,
  type WindowStep,
  type Stretch,
  type TimeWindow,
} from '#lib/time-window';
import { splitDays } from './join.ts';

export interface Scope {
  window: TimeWindow;
  before: TimeWindow;
  grid: Grid;
  filter: CallFilter;
  steps: readonly WindowStep[];
  /** For daily steps: one stretch for each UTC offset in the window. */
  stretches: readonly Stretch[];
  /** Days that are in two stretches. */
  split: readonly WindowStep[];
}

export function boardScope(window: TimeWindow, before: TimeWindow, grid: Grid, filter: CallFilter): Scope {
  const steps = windowSteps(window, grid);
  const stretches = grid.axis === 'day' ? stretchesOf(window) : [];
  return { window, before, grid, filter, steps, stretches, split: splitDays(steps, stretches) };
}

type WidgetFilter = Schemas['WidgetFilter'];

/** Both must match; a field that both name is taken from the page. Aggregates do not support text search. */
export function narrowedBy({ search: _search, ...page }: CallFilter, own: WidgetFilter = {}): CallFilter {
  const tags = { ...own.tags, ...page.tags };
  const where = [...((own as CallFilter).where ?? []), ...(page.where ?? [])];
  const scores = [...(own.scores ?? []), ...(page.scores ?? [])];
  return {
    ...(own as CallFilter),
    ...page,
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(where.length === 0 ? {} : { where }),
    ...(scores.length === 0 ? {} : { scores }),
  };
}

/** The window and grouping, split into as many queries as needed. */
export const scopeParts = ({ grid: { axis, every }, window, stretches }: Scope) =>
  axis === 'day'
    ? stretches.map(({ offsetMinutes, ...part }) => ({
        ...part,
        groupBy: axis,
        every,
        tzOffsetMinutes: offsetMinutes,
      }))
    : [{ ...window, groupBy: axis, every }];
