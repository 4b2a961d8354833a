// Calls that this process stored a while ago, so that a second span of one of them is known when it comes in a later request.
// Two generations: the older one goes as a whole, so that forgetting costs nothing per call. Keys are the ids that spans bring
// along, for making one of two texts takes longer than all the rest.
import { MINUTE_MS } from '#lib/clock';
import { type CallLink, sameResponse, wraps } from '#otlp';
import { hashOf, LinkIndex } from './link-index.ts';

export interface RecentCallsOptions {
  maxAgeMs?: number;
  maxLinks?: number;
}

/** What one project stored during one generation. */
interface Known {
  bySpan: LinkIndex;
  /** By the span id of the parent. */
  byParent: LinkIndex;
  byResponse: LinkIndex;
  /** Ids of those that are observations, or are about to be. */
  doubles: Set<string>;
}

interface Generation {
  startedAt: number;
  links: number;
  projects: Map<number, Known>;
}

const NONE: ReadonlySet<string> = new Set();

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

  /** Before they are stored: those that wrap or repeat a call that was stored before, and so are observations. */
  settle(project: number, links: readonly CallLink[], nowMs: number): ReadonlySet<string> {
    this.forget(nowMs);
    const known = this.#of(project);
    if (known.length === 0) return NONE;
    let doubles: Set<string> | null = null;
    for (const link of links) {
      const isOuter = wrapsOne(known, link, hashOf(link.spanId), isWrapped);
      if (isOuter || repeatsOne(known, link, hashOf(link.responseId ?? ''))) {
        (doubles ??= new Set()).add(link.id);
      }
    }
    return doubles ?? NONE;
  }

  /**
   * After they were stored: `links` as calls, `doubles` as observations. Returns the calls that are observations after all:
   * those whose inner call came only now, and those of requests that ran beside each other and could not know.
   */
  remember(
    project: number,
    links: readonly CallLink[],
    doubles: readonly CallLink[],
    nowMs: number,
  ): CallLink[] {
    if (links.length === 0 && doubles.length === 0) return [];
    this.forget(nowMs);
    this.#touched = true;
    const own = this.#newer.projects.getOrInsertComputed(project, empty);
    const known = this.#of(project);
    const late: CallLink[] = [];
    const before = this.#newer.links;
    for (const link of doubles) if (add(known, own, link, true, late)) this.#newer.links += 1;
    for (const link of links) if (add(known, own, link, false, late)) this.#newer.links += 1;
    if (this.#newer.links === before) return late;
    // Only now: whether an outer call may go depends on what became of all the others.
    for (const link of doubles) markOuter(known, link, late);
    for (const link of links) markOuter(known, link, late);
    return late;
  }

  /** Also while nothing arrives, so that an idle process gives the memory back. */
  forget(nowMs: number): void {
    const { startedAt, links } = this.#newer;
    const isOld = nowMs - startedAt >= this.#maxAgeMs;
    if (!isOld && links < this.#half) return;
    const isIdle = nowMs - startedAt >= 2 * this.#maxAgeMs;
    if (!isOld && this.#older !== null && this.#older.links > 0) this.#completeSince = startedAt;
    this.#older = isIdle ? null : this.#newer;
    this.#newer = generation(nowMs);
  }

  /** False when a call of the last minutes may be missing here: after a start, or when there were too many to keep. */
  isComplete(nowMs: number): boolean {
    return nowMs - this.#completeSince >= this.#maxAgeMs;
  }

  /** What it knew was lost on the way. */
  noteGap(nowMs: number): void {
    this.#completeSince = nowMs;
  }

  /** Whether calls were stored since the last time it was asked. */
  takeTouched(): boolean {
    const touched = this.#touched;
    this.#touched = false;
    return touched;
  }

  get size(): number {
    return this.#newer.links + (this.#older?.links ?? 0);
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
  doubles: new Set(),
});

/** False for one that was sent again: nothing was stored. */
function add(
  known: readonly Known[],
  own: Known,
  link: CallLink,
  isDouble: boolean,
  late: CallLink[],
): boolean {
  const span = hashOf(link.spanId);
  const response = hashOf(link.responseId ?? '');
  for (const { bySpan } of known) if (bySpan.some(span, isSameSpan, link)) return false;
  if (isDouble) own.doubles.add(link.id);
  else if (wrapsOne(known, link, span, isNested) || repeatsOne(known, link, response)) {
    own.doubles.add(link.id);
    late.push(link);
  }
  own.bySpan.put(span, link);
  if (link.parentSpanId !== null) own.byParent.put(hashOf(link.parentSpanId), link);
  if (link.responseId !== null) own.byResponse.put(response, link);
  return true;
}

function markOuter(known: readonly Known[], inner: CallLink, late: CallLink[]): void {
  if (inner.parentSpanId === null) return;
  const parent = hashOf(inner.parentSpanId);
  for (const { bySpan, doubles } of known) {
    const outer = bySpan.find(parent, nests, inner);
    if (outer === undefined || doubles.has(outer.id)) continue;
    // What repeats the outer one became an observation for its sake: one of them has to stay a call.
    if (isDouble(known, inner) && isRepeated(known, outer)) continue;
    doubles.add(outer.id);
    late.push(outer);
  }
}

const isSameSpan = (one: CallLink, other: CallLink): boolean => one.id === other.id;

/** Two spans that name each other as parents are no nesting. */
const nests = (outer: CallLink, inner: CallLink): boolean => wraps(outer, inner) && !wraps(inner, outer);
const isNested = (inner: CallLink, outer: CallLink): boolean => nests(outer, inner);
const isWrapped = (inner: CallLink, outer: CallLink): boolean => wraps(outer, inner);

/**
 * `link` is the outer span of a known one: `isNested`, or `isWrapped` for one that is not stored yet, which of two that name
 * each other as parents is then the observation.
 */
function wrapsOne(known: readonly Known[], link: CallLink, span: number, test: typeof isNested): boolean {
  for (const { byParent } of known) if (byParent.some(span, test, link)) return true;
  return false;
}

/** `link` tells of the same response as a known call that is not its own outer span. */
function repeatsOne(known: readonly Known[], link: CallLink, response: number): boolean {
  if (link.responseId === null) return false;
  for (const { byResponse } of known) {
    if (!byResponse.some(response, sameResponse, link)) continue;
    const repeats = (other: CallLink) =>
      sameResponse(other, link) && !wraps(other, link) && !isDouble(known, other);
    if (byResponse.some(response, repeats, link)) return true;
  }
  return false;
}

function isRepeated(known: readonly Known[], call: CallLink): boolean {
  if (call.responseId === null) return false;
  const response = hashOf(call.responseId);
  const repeats = (other: CallLink) => sameResponse(call, other) && isDouble(known, other);
  return known.some(({ byResponse }) => byResponse.some(response, repeats, call));
}

const isDouble = (known: readonly Known[], { id }: CallLink): boolean =>
  known.some(({ doubles }) => doubles.has(id));
