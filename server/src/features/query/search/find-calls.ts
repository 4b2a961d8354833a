// Finds calls that contain a text, also in their content, in order of time. It searches the window in
// intervals, each twice as long as the one before: a frequent word is found in the first interval, a rare one
// after few. Candidates are decrypted here and dropped if their content does not contain the words.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { DAY_MS, SECOND_MS } from '#lib/clock';
import { isFound, openSharing, partsFoundIn, type FoundParts } from '#content';
import type { Context } from '#core/context';
import {
  selectFoundCalls,
  type CallFilter,
  type CallRef,
  type FoundCall,
  type MessageId,
  type ReadCall,
} from '#records';
import { contentBatches, ContentReader, scopeOf } from '#services/record-access';
import type { SearchTerms } from './search-terms.ts';

interface Bounds {
  /** The number of calls to find. */
  limit: number;
  /** The number of contents that may be decrypted. */
  maxOpened: number;
  maxMs: number;
  /** The maximum size of the calls without content; by default that of a response. */
  maxBytes?: number;
}

/** The maximum cost of a page. At the limit the page is short, and the next one continues there. */
export const PAGE_BOUNDS = { maxOpened: 2_000, maxMs: 5 * SECOND_MS };

const CANDIDATES = 100;
/** Sealed contents of candidates in memory at once. */
export const CONTENT_BYTES = 8 * 1_048_576;
/** Timestamps may be up to a day in the future. */
const AHEAD_MS = 2 * DAY_MS;

export interface FoundCalls<Kept> {
  calls: Kept[];
  /** The last candidate that was checked, if the search stopped early. */
  stoppedAt: CallRef | null;
}

export async function findCalls<Kept>(
  ctx: Context,
  filter: CallFilter & { search: string },
  terms: SearchTerms,
  from: { descending: boolean; after: CallRef | null; onlyContent: boolean },
  bounds: Bounds,
  /** Returns the part of a call that is kept in memory. */
  keep: (found: ReadCall) => Kept,
): Promise<FoundCalls<Kept>> {
  const scope = scopeOf(ctx);
  const reader = new ContentReader(ctx, terms.keys);
  /** What a message has of the text does not depend on the call. */
  const inMessages = new Map<MessageId, FoundParts>();
  const calls: Kept[] = [];
  const deadline = performance.now() + bounds.maxMs;
  let opened = 0;
  let bytes = 0;
  const { maxBytes = MAX_ANSWER_BYTES } = bounds;
  /** The last candidate that was checked, whether it matched or not; the search continues after it. */
  let edge: CallRef | null = null;
  const spent = () => opened >= bounds.maxOpened || performance.now() > deadline;
  for (const { startMs, endMs } of intervals(filter, scope.sinceMs, ctx.clock.now(), from)) {
    if (edge && spent()) return { calls, stoppedAt: edge };
    let after = from.after;
    for (;;) {
      const { descending, onlyContent } = from;
      const page = { startMs, endMs, descending, onlyContent, after, limit: CANDIDATES, words: terms.words };
      const candidates = await ctx.records.ask(scope, selectFoundCalls(filter, page));
      const matches = await checked(ctx, terms, candidates, reader, inMessages);
      for (const candidate of candidates) {
        if (!candidate.certain) opened += 1;
        after = { timestampMs: candidate.call.timestampMs, id: candidate.call.id };
        if (!candidate.certain && !matches.has(candidate.call.id)) continue;
        calls.push(keep(candidate));
        bytes += candidate.bytes;
        if (calls.length >= bounds.limit || bytes >= maxBytes) return { calls, stoppedAt: after };
      }
      if (candidates.length < CANDIDATES && !isCut(candidates)) break;
      if (spent()) return { calls, stoppedAt: after };
    }
    edge = { timestampMs: from.descending ? startMs : endMs, id: '' };
  }
  return { calls, stoppedAt: null };
}

/** The store cut the list at its byte limit. Fewer bytes mean that there are no more (within-bytes.ts). */
const isCut = (candidates: readonly FoundCall[]): boolean =>
  candidates.reduce((sum, { bytes }) => sum + bytes, 0) >= MAX_ANSWER_BYTES;

/** Ids of the candidates whose content contains the words. */
async function checked(
  ctx: Context,
  { keys, wanted }: SearchTerms,
  candidates: readonly FoundCall[],
  reader: ContentReader,
  inMessages: Map<MessageId, FoundParts>,
): Promise<Set<string>> {
  const places = candidates
    .filter(({ certain }) => !certain)
    .map(({ call: { id, timestampMs } }) => ({ id, timestampMs }));
  const found = new Set<string>();
  const partsIn = (message: MessageId): FoundParts =>
    inMessages.getOrInsertComputed(message, () =>
      partsFoundIn({ input: [...(reader.itemsOf(message) ?? [])] }, wanted),
    );
  for await (const contents of contentBatches(ctx, places, CONTENT_BYTES)) {
    for await (const [id, sealed] of reader.each(contents)) {
      const opened = openSharing(keys, id, sealed.sealed);
      if (!opened) continue;
      // A phrase may be in two pieces of a text.
      const isInPieces = opened.lists.some(([, , isText]) => isText);
      const whole = isInPieces ? reader.open(id, sealed) : opened.content;
      if (!whole) continue;
      const own = partsFoundIn(whole, wanted);
      const messages = isInPieces ? [] : sealed.messages.flatMap((message) => reader.partsOf(message));
      if (isFound(wanted, all(own, messages, partsIn))) found.add(id);
    }
  }
  return found;
}

function* all<Item, Part>(
  first: Part,
  items: readonly Item[],
  partOf: (item: Item) => Part,
): Generator<Part> {
  yield first;
  for (const item of items) yield partOf(item);
}

interface Stretch {
  startMs: number;
  endMs: number;
}

export function* intervals(
  { startMs, endMs }: CallFilter,
  sinceMs: number,
  nowMs: number,
  { descending, after }: { descending: boolean; after: CallRef | null },
): Generator<Stretch> {
  let low = Math.max(startMs ?? 0, Math.floor(sinceMs));
  let high = Math.min(endMs ?? Infinity, nowMs + AHEAD_MS);
  if (after && descending) high = Math.min(high, after.timestampMs + 1);
  if (after && !descending) low = Math.max(low, after.timestampMs);
  // The first interval reaches back to a day before now, and includes timestamps in the future.
  const ahead = descending ? Math.max(0, high - nowMs) : 0;
  for (let length = DAY_MS + ahead; low < high; length = Math.max(length, DAY_MS) * 2) {
    if (descending) {
      const start = Math.max(low, high - length);
      yield { startMs: start, endMs: high };
      high = start;
    } else {
      const end = Math.min(high, low + length);
      yield { startMs: low, endMs: end };
      low = end;
    }
  }
}
