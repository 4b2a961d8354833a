// Turns an export of spans into records for the store, and counts rejected spans by cause. It needs neither a
// context nor a store, because the preparing thread runs it too.
import { AppError } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import { DAY_MS, isoTime } from '#lib/clock';
import type { Pace } from '#lib/yield-to-event-loop';
import {
  decodeJson,
  decodeProtobuf,
  projectNameOf,
  RejectionTally,
  TraceMapper,
  type CallLink,
  type Encoding,
  type Rejection,
  type Span,
} from '#otlp';
import type { Incoming, StoredRecord } from '#records';
import type { NamedProjects } from '#services/named-projects';
import { PromptLinks, type FindPrompts } from './link-prompts.ts';
import { prepareInPieces, type Preparation } from './prepare.ts';

const FUTURE_MS = DAY_MS;
const MAX_SCOPES = 3;
const NONE: ReadonlySet<string> = new Set();

/** Lookups that only the main thread can answer. */
export interface SpanLookUp {
  /** Returns the ids of calls that duplicate a call of another request; they become observations. */
  matchStored: (
    project: number,
    links: readonly CallLink[],
  ) => ReadonlySet<string> | Promise<ReadonlySet<string>>;
  findProjects: (names: readonly string[]) => Promise<NamedProjects>;
  findPrompts: FindPrompts;
}

export interface MadeSpans {
  rejected: Rejection[];
  spanCount: number;
  /** Names of the instrumentation scopes, by which users know their instrumentations. */
  scopes: string;
  /** Spans that repeat a call of this request, by project. */
  duplicates: readonly { project: number; links: readonly CallLink[] }[];
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
  const duplicates: MadeSpans['duplicates'][number][] = [];
  const [spanCount, scopes] = [spans.length, scopesOf(spans)];
  for (const group of await byProject(spans, how, lookUp)) {
    const mapper = new TraceMapper({
      providers: how.providers,
      nowMs: how.receivedAtMs,
      door: how.door === 'open' ? 'open' : how.anyProvider ? 'any-provider' : 'strict',
    });
    const prompts = new PromptLinks();
    for (const span of group.spans) {
      if (pace.isDue) await pace.rest();
      mapper.add(span);
      prompts.add(span);
    }
    group.spans.length = 0;
    const { records, links, toObservations, ...mapped } = mapper.mapped();
    const { project } = group.how;
    const known = await storedAmong(project, links, lookUp, pace);
    if (known.size > 0) toObservations(known);
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
    if (mapped.duplicates.length > 0) duplicates.push({ project, links: mapped.duplicates });
  }
  return { rejected, spanCount, scopes, duplicates };
}

/** The main thread compares these without a pause. */
const LINKS_AT_ONCE = 1_000;

async function storedAmong(
  project: number,
  links: readonly CallLink[],
  { matchStored }: SpanLookUp,
  pace: Pace,
): Promise<ReadonlySet<string>> {
  if (links.length === 0) return NONE;
  if (links.length <= LINKS_AT_ONCE) return matchStored(project, links);
  const known = new Set<string>();
  for (const some of chunks(links, LINKS_AT_ONCE)) {
    if (pace.isDue) await pace.rest();
    for (const id of await matchStored(project, some)) known.add(id);
  }
  return known;
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
