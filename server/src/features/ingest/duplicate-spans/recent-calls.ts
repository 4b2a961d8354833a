// The calls that this process stored in the last minutes, so that it recognises a second span of one of them
// in a later request. There are two generations, and the older one is dropped as a whole, so forgetting costs
// nothing per call. Keys are the ids as sent, because concatenating two strings takes longer than everything
// else.
import { chunks } from '#lib/chunks';
import { MINUTE_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import { type CallLink, sameResponse, wraps } from '#otlp';
import { hashOf, LinkIndex } from './link-index.ts';

interface RecentCallsOptions {
  maxAgeMs?: number;
  maxLinks?: number;
}

/** The calls that one project stored during one generation. */
interface Known {
  bySpan: LinkIndex;
  /** By the parent's span id. */
  byParent: LinkIndex;
  byResponse: LinkIndex;
  /** Ids of spans that are observations or are about to become ones. */
  duplicates: Set<string>;
}

interface Generation {
  startedAt: number;
  links: number;
  projects: Map<number, Known>;
}

const NONE: ReadonlySet<string> = new Set();

/** They take less than a millisecond. */
const LINKS_IN_A_PIECE = 100;

export class RecentCalls {
  readonly #maxAgeMs: number;
  readonly #half: number;
  #older: Generation | null = null;
  #newer: Generation;
  #completeSince: number;
  #touched = false;

  constructor(nowMs: number, { maxAgeMs = 10 * MINUTE_MS, maxLinks = 100_000 }: RecentCallsOptions = {}) {
    this.#maxAgeMs = maxAgeMs;
    this.#half = Math.max(1, Math.floor(maxLinks / 2));
    this.#newer = generation(nowMs);
    this.#completeSince = nowMs;
  }

  /**
   * Call before the write. Returns the ids of spans that wrap or repeat a stored call; they become
   * observations.
   */
  matchStored(project: number, links: readonly CallLink[], nowMs: number): ReadonlySet<string> {
    this.forget(nowMs);
    const known = this.#of(project);
    if (known.length === 0) return NONE;
    let duplicates: Set<string> | null = null;
    for (const link of links) {
      const isOuter = wrapsOne(known, link, hashOf(link.spanId), isWrapped);
      if (isOuter || repeatsOne(known, link, hashOf(link.responseId ?? ''))) {
        (duplicates ??= new Set()).add(link.id);
      }
    }
    return duplicates ?? NONE;
  }

  /**
   * Call after the write: `links` were stored as calls, `duplicates` as observations. Returns stored calls
   * that turned out to be duplicates: their inner call arrived only now, or concurrent requests could not see
   * each other.
   */
  recordStored(
    project: number,
    links: readonly CallLink[],
    duplicates: readonly CallLink[],
    nowMs: number,
  ): CallLink[] {
    if (links.length === 0 && duplicates.length === 0) return [];
    this.forget(nowMs);
    const late: CallLink[] = [];
    const added = this.#add(project, duplicates, true, late) + this.#add(project, links, false, late);
    if (added === 0) return late;
    // Only now, because whether an outer call is a duplicate depends on the state of all the others.
    this.#markOuter(project, duplicates, late);
    this.#markOuter(project, links, late);
    return late;
  }

  /** The same with pauses for the event loop, for many links. */
  async recordInPieces(
    project: number,
    links: readonly CallLink[],
    duplicates: readonly CallLink[],
    nowMs: number,
  ): Promise<CallLink[]> {
    const late: CallLink[] = [];
    const pace = new Pace();
    let added = 0;
    const inPieces = async (all: readonly CallLink[], work: (some: readonly CallLink[]) => void) => {
      for (const some of chunks(all, LINKS_IN_A_PIECE)) {
        if (pace.isDue) await pace.rest();
        work(some);
      }
    };
    this.forget(nowMs);
    await inPieces(duplicates, (some) => (added += this.#add(project, some, true, late)));
    await inPieces(links, (some) => (added += this.#add(project, some, false, late)));
    if (added === 0) return late;
    await inPieces(duplicates, (some) => this.#markOuter(project, some, late));
    await inPieces(links, (some) => this.#markOuter(project, some, late));
    return late;
  }

  /** Also called while nothing arrives, so that an idle process frees the memory. */
  forget(nowMs: number): void {
    const { startedAt, links } = this.#newer;
    const isOld = nowMs - startedAt >= this.#maxAgeMs;
    if (!isOld && links < this.#half) return;
    const isIdle = nowMs - startedAt >= 2 * this.#maxAgeMs;
    if (!isOld && this.#older !== null && this.#older.links > 0) this.#completeSince = startedAt;
    this.#older = isIdle ? null : this.#newer;
    this.#newer = generation(nowMs);
  }

  /** False if calls of the last minutes may be missing: after a start, or if there were too many to keep. */
  isComplete(nowMs: number): boolean {
    return nowMs - this.#completeSince >= this.#maxAgeMs;
  }

  /** Call if duplicates that were found have been lost. */
  markIncomplete(nowMs: number): void {
    this.#completeSince = nowMs;
  }

  /** True if no calls were stored for so long that none is remembered. */
  get isAtRest(): boolean {
    return !this.#touched && this.size === 0;
  }

  /** Whether calls were stored since the last call of this method. */
  takeTouched(): boolean {
    const touched = this.#touched;
    this.#touched = false;
    return touched;
  }

  get size(): number {
    return this.#newer.links + (this.#older?.links ?? 0);
  }

  /** Returns how many are new. */
  #add(project: number, links: readonly CallLink[], areDuplicates: boolean, late: CallLink[]): number {
    this.#touched = true;
    const own = this.#newer.projects.getOrInsertComputed(project, empty);
    const known = this.#of(project);
    let added = 0;
    for (const link of links) if (add(known, own, link, areDuplicates, late)) added += 1;
    this.#newer.links += added;
    return added;
  }

  #markOuter(project: number, links: readonly CallLink[], late: CallLink[]): void {
    const known = this.#of(project);
    for (const link of links) markOuter(known, link, late);
  }

  #of(project: number): readonly Known[] {
    const newer = this.#newer.projects.get(project);
    const older = this.#older?.projects.get(project);
    if (newer === undefined) return older === undefined ? [] : [older];
    return older === undefined ? [newer] : [newer, older];
  }
}

const generation = (nowMs: number): Generation => ({ startedAt: nowMs, links: 0, projects: new Map() });

const empty = (): Known => ({
  bySpan: new LinkIndex(),
  byParent: new LinkIndex(),
  byResponse: new LinkIndex(),
  duplicates: new Set(),
});

/** False for a span that was sent before, because it was not stored again. */
function add(
  known: readonly Known[],
  own: Known,
  link: CallLink,
  isDuplicate: boolean,
  late: CallLink[],
): boolean {
  const span = hashOf(link.spanId);
  const response = hashOf(link.responseId ?? '');
  for (const { bySpan } of known) if (bySpan.some(span, isSameSpan, link)) return false;
  if (isDuplicate) own.duplicates.add(link.id);
  else if (wrapsOne(known, link, span, isNested) || repeatsOne(known, link, response)) {
    own.duplicates.add(link.id);
    late.push(link);
  }
  own.bySpan.put(span, link);
  if (link.parentSpanId !== null) own.byParent.put(hashOf(link.parentSpanId), link);
  if (link.responseId !== null) own.byResponse.put(response, link);
  return true;
}

function markOuter(known: readonly Known[], inner: CallLink, late: CallLink[]): void {
  const parent = hashOf(inner.parentSpanId ?? '');
  const response = hashOf(inner.responseId ?? '');
  // If two spans have the same counts, each log event takes its own.
  const nestsFree = (outer: CallLink): boolean => nests(outer, inner) && !isDuplicate(known, outer);
  for (const { bySpan, byResponse, duplicates } of known) {
    const outer =
      (inner.parentSpanId === null ? undefined : bySpan.find(parent, nests, inner)) ??
      (inner.responseId === null ? undefined : byResponse.find(response, nestsFree, inner));
    if (outer === undefined || duplicates.has(outer.id)) continue;
    // Another span that repeats the outer one is already an observation, so one of the two has to stay a
    // call.
    if (isDuplicate(known, inner) && isRepeated(known, outer)) continue;
    duplicates.add(outer.id);
    late.push(outer);
  }
}

const isSameSpan = (one: CallLink, other: CallLink): boolean => one.id === other.id;

/** Two spans that name each other as parent are not nested. */
const nests = (outer: CallLink, inner: CallLink): boolean => wraps(outer, inner) && !wraps(inner, outer);
const isNested = (inner: CallLink, outer: CallLink): boolean => nests(outer, inner);
const isWrapped = (inner: CallLink, outer: CallLink): boolean => wraps(outer, inner);

/**
 * Whether `link` is the outer span of a known one. With `isWrapped`, for a span that is not stored yet, this
 * is also true if the two spans name each other as parent: the later one becomes the observation.
 */
function wrapsOne(known: readonly Known[], link: CallLink, span: number, test: typeof isNested): boolean {
  for (const { byParent } of known) if (byParent.some(span, test, link)) return true;
  return false;
}

/** Whether `link` has the same response as a known call that is not its own outer span. */
function repeatsOne(known: readonly Known[], link: CallLink, response: number): boolean {
  if (link.responseId === null) return false;
  for (const { byResponse } of known) {
    if (!byResponse.some(response, sameResponse, link)) continue;
    const repeats = (other: CallLink) =>
      sameResponse(other, link) && !wraps(other, link) && !isDuplicate(known, other);
    if (byResponse.some(response, repeats, link)) return true;
  }
  return false;
}

function isRepeated(known: readonly Known[], call: CallLink): boolean {
  if (call.responseId === null) return false;
  const response = hashOf(call.responseId);
  const repeats = (other: CallLink) => sameResponse(call, other) && isDuplicate(known, other);
  return known.some(({ byResponse }) => byResponse.some(response, repeats, call));
}

const isDuplicate = (known: readonly Known[], { id }: CallLink): boolean =>
  known.some(({ duplicates }) => duplicates.size > 0 && duplicates.has(id));
