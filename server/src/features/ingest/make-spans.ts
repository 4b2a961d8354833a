// Turns an export of spans into records for the store, and counts rejected spans by cause. It needs neither a
// context nor a store, because the preparing thread runs it too.
import { AppError } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import { DAY_MS, isoTime } from '#lib/clock';
import type { Pace } from '#lib/yield-to-event-loop';
import {
  decodeJson,
  decodeProtobuf,
  inheritWithin,
  projectNameOf,
  RejectionTally,
  TraceMapper,
  type CallLink,
  type Duplicate,
  type DuplicatesById,
  type Encoding,
  type LogEvent,
  type Rejection,
  type Span,
  type SpanLines,
  type SpanScore,
  scoresInSpan,
} from '#otlp';
import type { Incoming, StoredRecord } from '#records';
import type { InRequest, Matched } from './duplicate-spans/recent-calls.ts';
import type { NamedProjects } from '#services/named-projects';
import { takeMediaOfSpans, type KeepMedia } from './take-media.ts';
import { PromptLinks, type FindPrompts } from './link-prompts.ts';
import { prepareInPieces, type Preparation } from './prepare.ts';

const FUTURE_MS = DAY_MS;
const MAX_SCOPES = 3;
const NONE: ReadonlyMap<string, Duplicate> = new Map();

/** Lookups that only the main thread can answer. */
export interface SpanLookUp {
  /**
   * Finds the calls that duplicate a call of another request; they become observations. Returns what the request
   * shows itself and calls of other requests refute.
   */
  matchStored: (
    project: number,
    links: readonly CallLink[],
    request?: InRequest,
  ) => Matched | Promise<Matched>;
  findProjects: (names: readonly string[]) => Promise<NamedProjects>;
  findPrompts: FindPrompts;
  /** Events of these traces that arrived before their spans. */
  findEvents: (project: number, traceIds: readonly string[]) => Promise<readonly LogEvent[]>;
  /** Stores the files in their messages. */
  keepMedia: KeepMedia;
}

export interface MadeSpans {
  rejected: Rejection[];
  spanCount: number;
  /** Names of the instrumentation scopes, by which users know their instrumentations. */
  scopes: string;
  nested: readonly NestedSpans[];
  scores: readonly ProjectScore[];
  /** Ids of the waiting events that the spans took. */
  takenEvents: readonly string[];
}

/** A score that a span brings. */
export interface ProjectScore {
  project: number;
  score: SpanScore;
}

/** How the spans of a request in one project relate to each other. */
export interface NestedSpans {
  project: number;
  /** Spans that report a call of the same request. */
  duplicates: readonly Duplicate[];
  /** Spans that looked like duplicates until calls of other requests refuted it. */
  refuted: readonly CallLink[];
  /** Spans that are no calls. */
  lines: SpanLines;
}

/** Passes each record to `take` as soon as it is ready. */
export async function makeSpans(
  bytes: Buffer,
  encoding: Encoding,
  how: Preparation,
  pace: Pace,
  lookUp: SpanLookUp,
  take: (record: Incoming) => void,
): Promise<MadeSpans> {
  const decoded = encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  return makeOfSpans(decoded.spans, how, pace, lookUp, take);
}

/**
 * The same for spans that did not arrive as OTLP. The list is emptied: the fewer spans and records are in memory at
 * the same time, the less the collector has to copy.
 */
export async function makeOfSpans(
  spans: Span[],
  how: Preparation,
  pace: Pace,
  lookUp: SpanLookUp,
  take: (record: Incoming) => void,
): Promise<MadeSpans> {
  const rejected: Rejection[] = [];
  const nested: NestedSpans[] = [];
  const scores: ProjectScore[] = [];
  const takenEvents: string[] = [];
  const [spanCount, scopes] = [spans.length, scopesOf(spans)];
  for (const group of await byProject(spans, how, lookUp)) {
    const mapper = new TraceMapper({
      providers: how.providers,
      nowMs: how.receivedAtMs,
      door: how.door === 'open' ? 'open' : how.anyProvider ? 'any-provider' : 'strict',
      contentLimit: how.contentLimit,
    });
    const prompts = new PromptLinks();
    const { project } = group.how;
    if (how.eventsWait === true) takenEvents.push(...(await takeEvents(project, group.spans, lookUp)));
    if (how.keys !== null) await takeMediaOfSpans(project, group.spans, lookUp.keepMedia, pace);
    for (const span of group.spans) {
      if (pace.isDue) await pace.rest();
      for (const score of scoresInSpan(span)) scores.push({ project, score });
      mapper.add(span);
      prompts.add(span);
    }
    group.spans.length = 0;
    const { records, links, duplicates, lines, toObservations, ...mapped } = mapper.mapped();
    const inRequest = await settle(project, links, { duplicates, lines }, lookUp, pace);
    const all = new Map([...inRequest.own, ...inRequest.known]);
    if (all.size > 0) toObservations(all);
    inheritWithin(records);
    await prompts.link(records, lookUp.findPrompts);
    const outside = new RejectionTally();
    records.reverse();
    for (let record = records.pop(); record; record = records.pop()) {
      if (!isInTime(record, how, outside)) continue;
      if (pace.isDue) await pace.rest();
      if (group.tag !== null && record.kind === 'call') record.tags['project'] ??= group.tag;
      const prepared = prepareInPieces(record, group.how, pace);
      take(prepared instanceof Promise ? await prepared : prepared);
    }
    rejected.push(...mapped.rejected, ...outside.list());
    const { own } = inRequest;
    if (own.size + lines.length > 0) {
      const refuted = links.filter(({ id }) => duplicates.has(id) && !own.has(id));
      nested.push({ project, duplicates: [...own.values()], refuted, lines });
    }
  }
  return { rejected, spanCount, scopes, nested, scores, takenEvents };
}

/** Gives the spans the events that arrived before them. */
async function takeEvents(
  project: number,
  spans: readonly Span[],
  { findEvents }: SpanLookUp,
): Promise<string[]> {
  const traceIds = new Set(spans.map(({ traceId }) => traceId));
  traceIds.delete('');
  const events = await findEvents(project, [...traceIds]);
  if (events.length === 0) return [];
  const bySpan = new Map(spans.map((span) => [`${span.traceId}-${span.spanId}`, span]));
  return events.flatMap(({ id, traceId, spanId, event }) => {
    const span = bySpan.get(`${traceId}-${spanId}`);
    span?.events.push(event);
    return span ? id : [];
  });
}

/** The main thread compares these without a pause. */
const LINKS_AT_ONCE = 1_000;

/** `own`: what the request itself shows, and no other one refutes. `known`: what other requests show. */
async function settle(
  project: number,
  links: readonly CallLink[],
  { duplicates, lines }: { duplicates: DuplicatesById; lines: SpanLines },
  { matchStored }: SpanLookUp,
  pace: Pace,
): Promise<{ own: DuplicatesById; known: DuplicatesById }> {
  if (links.length === 0) return { own: NONE, known: NONE };
  const own = new Map(duplicates);
  const calls = own.size === 0 ? links : links.filter(({ id }) => !own.has(id));
  const isUnsure = own.values().some(({ mayChange }) => mayChange);
  const request = isUnsure ? { duplicates: [...own.values()], lines } : undefined;
  if (calls.length <= LINKS_AT_ONCE) {
    const { found, refuted } = await matchStored(project, calls, request);
    for (const id of refuted) own.delete(id);
    return { own, known: found };
  }
  const known = new Map<string, Duplicate>();
  for (const [at, some] of chunks(calls, LINKS_AT_ONCE).entries()) {
    if (pace.isDue) await pace.rest();
    const { found, refuted } = await matchStored(project, some, at === 0 ? request : undefined);
    for (const [id, duplicate] of found) known.set(id, duplicate);
    for (const id of refuted) own.delete(id);
  }
  return { own, known };
}

interface ProjectGroup {
  spans: Span[];
  how: Preparation;
  /** The name of a project that does not exist, kept as a tag. */
  tag: string | null;
}

/**
 * Spans of the open door may name their project. Nearly all requests have one group. If names are found, the list
 * is emptied; otherwise it is the group.
 */
async function byProject(spans: Span[], how: Preparation, lookUp: SpanLookUp): Promise<ProjectGroup[]> {
  const all = [{ spans, how, tag: null }];
  if (how.door === 'strict') return all;
  const byName = new Map<string, Span[]>();
  for (const span of spans) {
    byName.getOrInsertComputed(how.projectName ?? projectNameOf(span) ?? '', () => []).push(span);
  }
  const names = [...byName.keys()].filter((name) => name !== '');
  if (names.length === 0) return all;
  spans.length = 0;
  const projects = await lookUp.findProjects(names);
  return [...byName].map(([name, some]) => {
    const found = projects.get(name);
    const isKnown = name === '' || found !== undefined;
    return {
      spans: some,
      how: found === undefined ? how : { ...how, project: found },
      tag: isKnown ? null : name,
    };
  });
}

export type Bounds = Pick<Preparation, 'receivedAtMs' | 'retentionMs'>;

/** The cause of rejection for a timestamp; null if it is accepted. */
export function whyOutside(timestampMs: number, { receivedAtMs, retentionMs }: Bounds): string | null {
  if (timestampMs > receivedAtMs + FUTURE_MS) return 'timestamp_in_future';
  return timestampMs > receivedAtMs - retentionMs ? null : 'timestamp_too_old';
}

function isInTime({ timestampMs }: StoredRecord, bounds: Bounds, outside: RejectionTally): boolean {
  const why = whyOutside(timestampMs, bounds);
  if (why !== null) outside.add(why, isoTime(timestampMs), '');
  return why === null;
}

function scopesOf(spans: readonly Span[]): string {
  const names = new Set<string>();
  for (const { scope } of spans) {
    if (names.size >= MAX_SCOPES) break;
    if (scope.name !== '') names.add(scope.name);
  }
  return [...names].join(', ');
}
