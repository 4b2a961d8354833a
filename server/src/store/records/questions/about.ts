// What a question is about, as far as it can be told of a record without the engine: a record that does not have it is not in the answer.
import type { CallFilter, ContentPlace } from './index.ts';

export interface About {
  /** Inclusive. */
  startMs?: number;
  /** Exclusive. */
  endMs?: number;
  /** Whole values of columns, or of tags. */
  texts?: readonly string[];
}

/** Only what is compared as a whole: part of a name, or any case, cannot be looked for in bytes. */
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
export function aboutPlaces(places: readonly ContentPlace[]): About {
  let [startMs, endMs] = [Infinity, -Infinity];
  for (const { timestampMs } of places) {
    startMs = Math.min(startMs, timestampMs);
    endMs = Math.max(endMs, timestampMs + 1);
  }
  return { startMs, endMs };
}
