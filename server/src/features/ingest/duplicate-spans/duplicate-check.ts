// Finds spans of the same model call that arrive in different requests. The process remembers the calls that
// it stored: a span that certainly reports one of them becomes an observation before it is stored, any other
// duplicate afterwards. Calls that other processes stored, or this one before a restart, are found in the tables
// (find-duplicates.job.ts).
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import { LINE, NO_LINES, type CallLink, type Duplicate, type DuplicatesById, type SpanLines } from '#otlp';
import { mergedCallsOf } from '#services/merged-calls';
import type { NamedSpan } from '../make-records.ts';
import type { NestedSpans } from '../make-spans.ts';
import { LateDuplicates } from './late-duplicates.ts';
import { RecentCalls, type InRequest, type Matched } from './recent-calls.ts';

/** The state of this process. */
export interface Watch {
  recent: RecentCalls;
  late: LateDuplicates;
  /** The tables have been searched up to this time; null before the first search. */
  searchedUntil: number | null;
}

export const watchOf = perProcess((services, onEnd): Watch => {
  const recent = new RecentCalls(services.clock.now());
  const late = new LateDuplicates(services, recent);
  onEnd(() => late.close());
  return { recent, late, searchedUntil: null };
});

/** The spans of a request in one project, by the kind of record they are stored as. */
export interface MatchedSpans {
  /** Project numbers are unique across accounts. A span of another project is never a duplicate. */
  project: number;
  calls: readonly CallLink[];
  duplicates: readonly Duplicate[];
  lines: SpanLines;
}

const NONE: ReadonlyMap<string, Duplicate> = new Map();

/** Compares the calls of one request with those of earlier requests. */
export class DuplicateCheck {
  readonly #ctx: Context;
  readonly #receivedAtMs: number;
  readonly #matched = new Map<number, { links: readonly CallLink[]; known: DuplicatesById }>();

  constructor(ctx: Context, receivedAtMs: number) {
    this.#ctx = ctx;
    this.#receivedAtMs = receivedAtMs;
  }

  /** `found` must be stored as observations. The links of a project may come in pieces. */
  matchStored(project: number, links: readonly CallLink[], request?: InRequest): Matched {
    const matched = watchOf(this.#ctx).recent.matchStored(project, links, this.#receivedAtMs, request);
    const known = matched.found;
    const before = this.#matched.get(project);
    this.#matched.set(
      project,
      before
        ? { links: [...before.links, ...links], known: new Map([...before.known, ...known]) }
        : { links, known },
    );
    return matched;
  }

  /** `nested`: what the request itself shows. */
  spans(nested: readonly NestedSpans[]): MatchedSpans[] {
    const projects = new Set([...this.#matched.keys(), ...nested.map(({ project }) => project)]);
    return [...projects].map((project) => {
      const { links, known } = this.#matched.get(project) ?? { links: [], known: NONE };
      const own = nested.find((each) => each.project === project);
      const { duplicates = [], refuted = [], lines = NO_LINES } = own ?? {};
      const calls = refuted.length === 0 ? links : [...links, ...refuted];
      if (known.size === 0) return { project, calls, duplicates, lines };
      return {
        project,
        calls: calls.filter(({ id }) => !known.has(id)),
        duplicates: [...duplicates, ...known.values()],
        lines,
      };
    });
  }
}

/**
 * Records of POST /v1/ingest are known by their id alone. One with the trace and span id of another record is
 * counted, and the diagnostics tell it.
 */
export function noteNamedSpans(
  ctx: Context,
  project: number,
  receivedAtMs: number,
  spans: readonly NamedSpan[],
): void {
  const pairs = watchOf(ctx).recent.nameSpans(project, spans, receivedAtMs);
  if (pairs.length > 0) mergedCallsOf(ctx).notePossible(ctx.account.id, project, pairs);
}

/** Spans that are recorded without a pause for other requests. */
const RECORDED_AT_ONCE = 500;

/**
 * Call only after the write succeeded. Spans outside the accepted time range were not stored and are skipped.
 */
export async function recordCalls(
  ctx: Context,
  receivedAtMs: number,
  matched: readonly MatchedSpans[],
  isAccepted: (startMs: number) => boolean,
): Promise<void> {
  for (const { project, lines, ...spans } of matched) {
    const calls = spans.calls.filter(({ startMs }) => isAccepted(startMs));
    const duplicates = spans.duplicates.filter(({ link }) => isAccepted(link.startMs));
    if (calls.length + duplicates.length + lines.length === 0) continue;
    if (duplicates.length > 0) mergedCallsOf(ctx).note(ctx.account.id, project, duplicates);
    const { recent, late } = watchOf(ctx);
    const named = recent.namedAmong(project, calls);
    if (named.length > 0) mergedCallsOf(ctx).notePossible(ctx.account.id, project, named);
    const stored = { calls, duplicates, lines };
    const isLarge = calls.length + duplicates.length + lines.length / LINE > RECORDED_AT_ONCE;
    const found = isLarge
      ? await recent.recordInPieces(project, stored, receivedAtMs)
      : recent.recordStored(project, stored, receivedAtMs);
    if (found.length > 0) late.add(ctx.account, project, found);
  }
}
