// A stored filter of calls, spans, runs or sessions.
import { AppError, errorWithin, invalid } from '#lib/app-error';
import { isOfRuns, type Subject, type SubjectFilter } from '#records';
import { runConditionsOf } from './conditions.ts';
import { narrowsSubject, type CallSelection, type RecordFilter } from './filter-schemas.ts';
import { filterOf } from './scope.ts';

/** Rejects what the subject does not have, and meaningless conditions. */
export function requireRecordFilter(filter: RecordFilter, of: Subject): void {
  const wrong = Object.keys(filter).find((field) => !narrowsSubject(of, field));
  if (wrong !== undefined)
    throw invalid(`filter.${wrong}`, `${wrong} is not a field of ${of}.`, 'wrong_subject');
  try {
    recordFilterOf(filter, of);
  } catch (error) {
    throw error instanceof AppError ? errorWithin('filter', error) : error;
  }
}

/** What the engine reads for it. */
export function recordFilterOf(filter: RecordFilter, of: Subject): SubjectFilter {
  const { type, name, agent, tool, failingTool, hasError, where, ...ofCalls } = filter;
  const given = { type, name, agent, tool, failingTool, hasError };
  const narrowing = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (!isOfRuns(of)) {
    // Conditions on runs are rejected for what is no run.
    const conditions = where === undefined ? {} : { where: where as CallSelection['where'] & object };
    return { ...filterOf({ ...ofCalls, ...conditions }, of), ...narrowing };
  }
  const { calls, figures } = runConditionsOf(where);
  return {
    ...filterOf({ ...ofCalls, where: calls }),
    ...narrowing,
    ...(figures.length === 0 ? {} : { figures }),
  };
}
