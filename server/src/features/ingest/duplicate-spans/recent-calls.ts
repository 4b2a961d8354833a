// The calls that this process stored in the last minutes, with the spans between them, so that it recognises a
// second span of one of them in a later request. There are two generations, and the older one is dropped as a
// whole, so forgetting costs nothing per call.
import { MINUTE_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import {
  type CallLink,
  type Duplicate,
  type DuplicatesById,
  hasCounts,
  isBetter,
  isFromLog,
  isSameResponse,
  isTwinId,
  LINE,
  Nesting,
  NO_LINES,
  putCall,
  putLines,
  spanKey,
  type SpanLines,
  SpanTable,
} from '#otlp';
import type { NamedSpan } from '../make-records.ts';
import { hashOf, LinkIndex } from './link-index.ts';
import { isTaken, type Known, type LateDuplicate, markRepeated, Marks } from './marks.ts';

interface RecentCallsOptions {
  maxAgeMs?: number;
  maxLinks?: number;
}

interface Generation {
  startedAt: number;
  links: number;
  projects: Map<number, Known>;
}

/** The spans that a request stored in one project. */
interface StoredSpans {
  calls: readonly CallLink[];
  /** Stored as observations. */
  duplicates: readonly Duplicate[];
  /** The spans between. */
  lines?: SpanLines;
}

/** The duplicates within a request, and its spans between calls. */
export interface InRequest {
  duplicates: readonly Duplicate[];
  lines: SpanLines;
}

export interface Matched {
  found: DuplicatesById;
  refuted: ReadonlySet<string>;
}

const NONE: Matched = { found: new Map(), refuted: new Set() };

/** They take less than a millisecond. */
const AT_ONCE = 100;
/** A span between two calls takes as much memory as an eighth of a call. */
const LINES_OF_A_LINK = 8;

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
   * Call before the write. Finds the spans that certainly report a stored call; they become observations. Of what
   * the request shows itself, it returns what stored calls refute.
   */
  matchStored(project: number, links: readonly CallLink[], nowMs: number, request?: InRequest): Matched {
    this.forget(nowMs);
    const known = this.#of(project);
    if (known.length === 0) return NONE;
    let found: Map<string, Duplicate> | null = null;
    const nesting = new Nesting(known.map(({ spans }) => spans));
    const taken = new Set<string>();
    for (const link of links) {
      const duplicate = repeats(known, taken, link) ?? isAround(nesting, link);
      if (duplicate) (found ??= new Map()).set(link.id, duplicate);
    }
    return { found: found ?? NONE.found, refuted: request ? refutedIn(known, links, request) : NONE.refuted };
  }

  /**
   * Call after the write. Returns stored calls that turned out to be duplicates: another report of them arrived
   * only now, or concurrent requests could not see each other.
   */
  recordStored(project: number, stored: StoredSpans, nowMs: number): LateDuplicate[] {
    const late: LateDuplicate[] = [];
    for (const _ of this.#record(project, stored, nowMs, late));
    return late;
  }

  /** The same with pauses for the event loop, for many spans. */
  async recordInPieces(project: number, stored: StoredSpans, nowMs: number): Promise<LateDuplicate[]> {
    const late: LateDuplicate[] = [];
    const pace = new Pace();
    for (const _ of this.#record(project, stored, nowMs, late)) if (pace.isDue) await pace.rest();
    return late;
  }

  /**
   * Call after the write of JSON records. Returns those that have the span of another record, each with the id of
   * the other.
   */
  nameSpans(project: number, spans: readonly NamedSpan[], nowMs: number): [id: string, other: string][] {
    this.forget(nowMs);
    const own = this.#newer.projects.getOrInsertComputed(project, empty);
    const known = this.#of(project);
    const pairs: [string, string][] = [];
    for (const { id, traceId, spanId } of spans) {
      const key = `${traceId} ${spanId}`;
      const { a, b } = spanKey(traceId, spanId, { a: 0, b: 0 });
      for (const { spans: table, named } of known) {
        const other = named.get(key) ?? table.callAt(table.find(a, b))?.id;
        if (other !== undefined && other !== id) pairs.push([id, other]);
      }
      if (!known.some(({ named }) => named.has(key))) own.named.set(key, id);
    }
    this.#newer.links += spans.length;
    return pairs;
  }

  /** The same for calls that are stored as spans. */
  namedAmong(project: number, links: readonly CallLink[]): [id: string, other: string][] {
    return this.#of(project).flatMap(({ named }) =>
      named.size === 0
        ? []
        : links.flatMap(({ id, traceId, spanId }): [string, string][] => {
            const other = named.get(`${traceId} ${spanId}`);
            return other === undefined || other === id ? [] : [[id, other]];
          }),
    );
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

  /** The spans of a project that are observations, or are about to become ones. */
  duplicateIds(project: number): string[] {
    return this.#of(project).flatMap(({ duplicates }) => Array.from(duplicates.keys()));
  }

  get size(): number {
    return this.#newer.links + (this.#older?.links ?? 0);
  }

  /** Pauses after every hundred spans. */
  *#record(
    project: number,
    { calls, duplicates, lines = NO_LINES }: StoredSpans,
    nowMs: number,
    late: LateDuplicate[],
  ): Generator<void> {
    if (calls.length + duplicates.length + lines.length === 0) return;
    this.forget(nowMs);
    this.#touched ||= calls.length + duplicates.length > 0;
    const own = this.#newer.projects.getOrInsertComputed(project, empty);
    const known = this.#of(project);
    // The keys of parents, two integers each.
    const parents: number[] = [];
    const added: CallLink[] = [];
    for (const [at, duplicate] of duplicates.entries()) {
      if (at % AT_ONCE === 0) yield;
      if (!addCall(known, own, duplicate.link, parents)) continue;
      added.push(duplicate.link);
      own.duplicates.set(duplicate.link.id, { ...duplicate, mayChange: false });
      if (isTwinId(duplicate.link.responseId ?? '')) own.taken.add(duplicate.kept);
    }
    let count = 0;
    for (const link of calls) {
      if ((count += 1) % AT_ONCE === 0) yield;
      if (addCall(known, own, link, parents)) added.push(link);
    }
    for (let at = 0; at < lines.length; at += LINE) {
      if (at % (AT_ONCE * LINE) === 0) yield;
      const parentA = lines[at + 2] ?? 0;
      const parentB = lines[at + 3] ?? 0;
      // One that is sent again is there twice, which does no harm.
      own.spans.put(lines[at] ?? 0, lines[at + 1] ?? 0, parentA, parentB, null);
      parents.push(parentA, parentB);
      this.#newer.links += 1 / LINES_OF_A_LINK;
    }
    this.#newer.links += added.length;
    if (!known.some(({ spans }) => spans.hasCalls)) return;
    // Only now, because whether a call is a duplicate depends on all the others.
    const nesting = new Nesting(known.map(({ spans }) => spans));
    const outers = new Set<CallLink>();
    for (let at = 0; at < parents.length; at += 2) {
      if (at % (2 * AT_ONCE) === 0) yield;
      // Spans beside each other often follow each other.
      if (parents[at] === parents[at - 2] && parents[at + 1] === parents[at - 1]) continue;
      for (const call of nesting.above(parents[at] ?? 0, parents[at + 1] ?? 0)) outers.add(call);
    }
    for (const link of added) if (nesting.verdict(link).below.length > 0) outers.add(link);
    const marks = new Marks(known, own, late);
    for (const outer of outers) {
      if ((count += 1) % AT_ONCE === 0) yield;
      marks.suspend(outer);
      const { below, inside } = nesting.verdict(outer);
      for (const call of below) marks.suspend(call);
      for (const call of inside) marks.suspend(call);
    }
    for (const outer of new Set([...outers, ...marks.suspended])) {
      if ((count += 1) % AT_ONCE === 0) yield;
      const { outer: duplicate, absorbed } = nesting.verdict(outer);
      if (duplicate) marks.add(outer, duplicate.kept, duplicate.why, !duplicate.isCertain);
      for (const call of absorbed) marks.add(call, outer, 'inside_call', true);
    }
    marks.withdrawSuspended();
    for (const [at, link] of added.entries()) {
      if (at % AT_ONCE === 0) yield;
      if (link.responseId !== null) markRepeated(known, marks, link);
    }
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
  spans: new SpanTable(),
  byResponse: new LinkIndex(),
  duplicates: new Map(),
  named: new Map(),
  taken: new Set(),
});

function has(known: readonly Known[], a: number, b: number): boolean {
  for (const { spans } of known) if (spans.find(a, b) >= 0) return true;
  return false;
}

/** False for a span that was sent before, because it was not stored again. */
function addCall(known: readonly Known[], own: Known, link: CallLink, parents: number[]): boolean {
  const { a, b, parentA, parentB } = link.keys;
  if (has(known, a, b)) return false;
  if (link.responseId !== null) own.byResponse.put(hashOf(link.responseId), link);
  own.spans.put(a, b, parentA, parentB, link);
  parents.push(parentA, parentB);
  return true;
}

/** Before the write: a known call with the same response, unless the new one is the better report of it. */
function repeats(known: readonly Known[], taken: Set<string>, link: CallLink): Duplicate | null {
  const { responseId } = link;
  if (responseId === null) return null;
  const hash = hashOf(responseId);
  const isTwin = isTwinId(responseId);
  for (const each of known) {
    const kept = each.byResponse.find(hash, (other) =>
      isTwin
        ? isFromLog(other.spanId) &&
          isSameResponse(other, link) &&
          !taken.has(other.id) &&
          !isTaken(known, other)
        : isSameResponse(other, link) && isBetter(other, link),
    );
    if (!kept) continue;
    if (isTwin) taken.add(kept.id);
    return { link, kept: kept.id, why: 'same_response', mayChange: false };
  }
  return null;
}

/** Before the write: a span without counts around a known call. */
function isAround(nesting: Nesting, link: CallLink): Duplicate | null {
  if (hasCounts(link)) return null;
  const { outer } = nesting.verdict(link);
  return outer ? { link, kept: outer.kept.id, why: outer.why, mayChange: false } : null;
}

/** Decides again what a request shows by counts alone, with the stored calls. */
function refutedIn(
  known: readonly Known[],
  links: readonly CallLink[],
  { duplicates, lines }: InRequest,
): ReadonlySet<string> {
  const unsure = duplicates.filter(({ mayChange }) => mayChange);
  if (unsure.length === 0) return NONE.refuted;
  const own = new SpanTable();
  const all = new Map([...links, ...duplicates.map(({ link }) => link)].map((link) => [link.id, link]));
  for (const link of all.values()) putCall(own, link);
  putLines(own, lines);
  const nesting = new Nesting([...known.map(({ spans }) => spans), own]);
  const refuted = unsure.filter(({ link, kept, why }) => {
    if (why !== 'inside_call') return nesting.verdict(link).outer === null;
    const outer = all.get(kept);
    return !outer || !nesting.verdict(outer).absorbed.includes(link);
  });
  return new Set(refuted.map(({ link: { id } }) => id));
}
