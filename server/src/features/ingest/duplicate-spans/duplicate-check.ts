// Finds spans of the same model call that arrive in different requests. The process remembers the calls that
// it stored: an outer span becomes an observation before it is stored, or afterwards if its inner span
// arrives later. Calls that other processes stored, or this one before a restart, are found in the tables
// (find-duplicates.job.ts).
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import type { CallLink } from '#otlp';
import { LateDuplicates } from './late-duplicates.ts';
import { RecentCalls } from './recent-calls.ts';

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

/** The inference spans of a request in one project, by the kind of record they are stored as. */
export interface MatchedSpans {
  /** Project numbers are unique across accounts. A span of another project is never a duplicate. */
  project: number;
  calls: readonly CallLink[];
  duplicates: readonly CallLink[];
}

const NONE: ReadonlySet<string> = new Set();

/** Compares the calls of one request with those of earlier requests. */
export class DuplicateCheck {
  readonly #ctx: Context;
  readonly #receivedAtMs: number;
  readonly #matched = new Map<number, { links: readonly CallLink[]; known: ReadonlySet<string> }>();

  constructor(ctx: Context, receivedAtMs: number) {
    this.#ctx = ctx;
    this.#receivedAtMs = receivedAtMs;
  }

  /** Returns the ids of calls that must be stored as observations. The links of a project may come in pieces. */
  matchStored(project: number, links: readonly CallLink[]): ReadonlySet<string> {
    const known = watchOf(this.#ctx).recent.matchStored(project, links, this.#receivedAtMs);
    const before = this.#matched.get(project);
    this.#matched.set(
      project,
      before ? { links: [...before.links, ...links], known: before.known.union(known) } : { links, known },
    );
    return known;
  }

  /** `repeated`: spans that repeat a call of the same request. */
  spans(repeated: readonly { project: number; links: readonly CallLink[] }[]): MatchedSpans[] {
    const projects = new Set([...this.#matched.keys(), ...repeated.map(({ project }) => project)]);
    return [...projects].map((project) => {
      const { links, known } = this.#matched.get(project) ?? { links: [], known: NONE };
      const duplicates = repeated.find((each) => each.project === project)?.links ?? [];
      if (known.size === 0) return { project, calls: links, duplicates };
      return {
        project,
        calls: links.filter(({ id }) => !known.has(id)),
        duplicates: [...duplicates, ...links.filter(({ id }) => known.has(id))],
      };
    });
  }
}

/** Links that are recorded without a pause for other requests. */
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
  for (const { project, ...spans } of matched) {
    const calls = spans.calls.filter(({ startMs }) => isAccepted(startMs));
    const duplicates = spans.duplicates.filter(({ startMs }) => isAccepted(startMs));
    if (calls.length === 0 && duplicates.length === 0) continue;
    const { recent, late } = watchOf(ctx);
    const isLarge = calls.length + duplicates.length > RECORDED_AT_ONCE;
    const found = isLarge
      ? await recent.recordInPieces(project, calls, duplicates, receivedAtMs)
      : recent.recordStored(project, calls, duplicates, receivedAtMs);
    if (found.length > 0) late.add(ctx.account.number, found);
  }
}
