// What a question is about, as far as a record shows it without the engine. Records outside of it cannot be
// in the answer, so the question need not wait for their load.
import type { CallRef } from '../record.ts';
import type { CallFilter } from './call-filter.ts';
import { isOfRuns, type Subject } from './subjects.ts';

export interface About {
  /** Inclusive. */
  startMs?: number;
  /** Exclusive. */
  endMs?: number;
  /** Whole values of columns or tags. */
  texts?: readonly string[];
  /** Ids of records; one of them is enough. */
  ids?: readonly string[];
}

/** Any span may be the first one of a run, which says in which window the run is. */
export const aboutSubject = (filter: CallFilter, of: Subject = 'calls'): About =>
  isOfRuns(of) ? {} : aboutFilter(filter);

/**
 * Only values that are compared as a whole: a part of a name, or a name in any case, cannot be found in
 * bytes.
 */
export function aboutFilter(filter: CallFilter): About {
  const { startMs, endMs, provider, traceId, sessionId, userId, tags = {} } = filter;
  const texts = [provider, traceId, sessionId, userId, ...Object.entries(tags).flat()];
  return {
    ...(startMs === undefined ? {} : { startMs }),
    ...(endMs === undefined ? {} : { endMs }),
    texts: texts.filter((text) => text !== undefined),
  };
}

export const aboutText = (text: string): About => ({ texts: [text] });

/** Content has the time of its record. */
export function aboutRefs(refs: readonly CallRef[]): About {
  let [startMs, endMs] = [Infinity, -Infinity];
  for (const { timestampMs } of refs) {
    startMs = Math.min(startMs, timestampMs);
    endMs = Math.max(endMs, timestampMs + 1);
  }
  return { startMs, endMs, ids: refs.map(({ id }) => id) };
}
