// Spans of one call that come in different requests. What this process stored it knows itself: an outer span becomes an
// observation before it is stored, or afterwards, when its inner one came later. What other processes stored, and what was stored
// before a start, is looked for in the tables (nested-doubles.job.ts).
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import type { CallLink } from '#otlp';
import { LateDoubles } from './late-doubles.ts';
import { RecentCalls } from './recent-calls.ts';

/** What a process knows. */
export interface Watch {
  recent: RecentCalls;
  late: LateDoubles;
  /** Up to when everything in the tables has been looked at. */
  lookedAt: number | null;
}

export const watchOf = perProcess((services, onEnd): Watch => {
  const recent = new RecentCalls(services.clock.now());
  const late = new LateDoubles(services, recent);
  onEnd(() => late.close());
  return { recent, late, lookedAt: null };
});

interface Received {
  /** Project numbers are unique over all accounts. A span of another project never makes an observation of a call. */
  project: number;
  receivedAtMs: number;
}

/** The inference spans of a request by what they are stored as. */
export interface SettledSpans {
  calls: readonly CallLink[];
  doubles: readonly CallLink[];
}

const NONE: ReadonlySet<string> = new Set();

/** The calls of one request among those that other requests have sent. */
export class Settling {
  readonly #ctx: Context;
  readonly #received: Received;
  #links: readonly CallLink[] = [];
  #again = NONE;

  constructor(ctx: Context, received: Received) {
    this.#ctx = ctx;
    this.#received = received;
  }

  /** Ids of the calls that have to be stored as observations. */
  settle(links: readonly CallLink[]): ReadonlySet<string> {
    const { project, receivedAtMs } = this.#received;
    this.#links = links;
    this.#again = watchOf(this.#ctx).recent.settle(project, links, receivedAtMs);
    return this.#again;
  }

  /** `doubles`: those that repeat a call of the same request. */
  spans(doubles: readonly CallLink[]): SettledSpans {
    const links = this.#links;
    const again = this.#again;
    if (again.size === 0) return { calls: links, doubles };
    return {
      calls: links.filter(({ id }) => !again.has(id)),
      doubles: [...doubles, ...links.filter(({ id }) => again.has(id))],
    };
  }
}

/** Once they are stored, and only then; those of a time that is not taken were not. */
export function noteCalls(
  ctx: Context,
  { project, receivedAtMs }: Received,
  spans: SettledSpans,
  isTaken: (startMs: number) => boolean,
): void {
  const calls = spans.calls.filter(({ startMs }) => isTaken(startMs));
  const doubles = spans.doubles.filter(({ startMs }) => isTaken(startMs));
  if (calls.length === 0 && doubles.length === 0) return;
  const { recent, late } = watchOf(ctx);
  const found = recent.remember(project, calls, doubles, receivedAtMs);
  if (found.length > 0) late.add(ctx.account.number, found);
}
