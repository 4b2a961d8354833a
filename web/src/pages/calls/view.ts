// A saved view: filter, window and order in API terms. The service stores any object, so a view is validated
// when read.
import { isCondition } from '#lib/call-conditions';
import {
  isScoreCondition,
  NUMBER_FILTERS,
  TEXT_FILTERS,
  writeFilter,
  type CallFilter,
} from '#lib/call-filter';
import type { Search } from '#lib/search-text';
import { readWindow, writeWindow, type WindowChoice } from '#lib/time-window';
import { readSorting, writeSorting } from '#lib/list-state';
import { CALL_SORTS, type CallSorting } from './list-state.ts';

export interface ViewParts {
  filter: CallFilter;
  choice: WindowChoice;
  sorting: CallSorting;
}

export const savedViewOf = ({ filter, choice, sorting }: ViewParts): Record<string, unknown> => ({
  ...filter,
  ...('preset' in choice ? { window: choice.preset } : { startTime: choice.from, endTime: choice.to }),
  sortBy: sorting.column,
  sortOrder: sorting.order,
});

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function filterIn(view: Record<string, unknown>): CallFilter {
  const filter: CallFilter = {};
  for (const name of TEXT_FILTERS) {
    const value = text(view[name]);
    if (value !== undefined) filter[name] = value;
  }
  for (const name of NUMBER_FILTERS) {
    const value = view[name];
    if (typeof value === 'number' && value >= 0) filter[name] = value;
  }
  const error = view['error'];
  if (typeof error === 'boolean') filter.error = error;
  else if (text(error) !== undefined) filter.error = String(error);
  const tags = view['tags'];
  if (typeof tags === 'object' && tags !== null) {
    const pairs = Object.entries(tags).filter(([key, value]) => key !== '' && typeof value === 'string');
    if (pairs.length > 0) filter.tags = Object.fromEntries(pairs);
  }
  const scores = Array.isArray(view['scores']) ? view['scores'].filter(isScoreCondition) : [];
  if (scores.length > 0) filter.scores = scores;
  const where = Array.isArray(view['where']) ? view['where'].filter(isCondition) : [];
  if (where.length > 0) filter.where = where;
  return filter;
}

/** The URL parameters of a view. */
export const searchOf = (view: Record<string, unknown>): Search => ({
  ...writeFilter(filterIn(view)),
  ...writeWindow(
    readWindow({ window: text(view['window']), from: text(view['startTime']), to: text(view['endTime']) }),
  ),
  ...writeSorting(
    readSorting({ sort: text(view['sortBy']), order: text(view['sortOrder']) }, CALL_SORTS),
    CALL_SORTS,
  ),
});

/** Equal for views that show the same list. */
export const fingerprint = (search: Search): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? [...value].toSorted() : value])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
