// Reads runs and sessions that have ended since a rule or a queue last looked.
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { selectEndedRuns, type EndedRun, type RunSubject } from '#records';
import { OVERLAP_MS } from './new-calls.ts';
import { scopeOf } from './scope.ts';

/** In seconds: a run or session has ended when no span of it has arrived for so long. */
export const USUAL_QUIET: Readonly<Record<RunSubject, number>> = { runs: 180, sessions: 1_800 };

/** A service that was down for hours loses no end of a run. Calls come in large numbers, so they wait for less. */
export const MAX_RUNS_BEHIND_MS = DAY_MS;

const PAGE = 2_000;
const MAX_PAGES = 10;

interface EndedRuns {
  /** In the order in which they ended. */
  ended: EndedRun[];
  /** Everything before this time has been seen. */
  seenUntilMs: number;
}

/** `untilMs`: the newest span may have arrived by then. */
export async function lookForEndedRuns(
  ctx: Context,
  of: RunSubject,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Promise<EndedRuns> {
  const ended: EndedRun[] = [];
  // What is new has to wait until something can have ended.
  let isMore = untilMs >= sinceMs;
  for (let pages = 0; isMore && pages < MAX_PAGES; pages += 1) {
    const after = ended.at(-1) ?? null;
    const page = await ctx.records.ask(
      scopeOf(ctx),
      selectEndedRuns(of, { sinceMs, untilMs, after, limit: PAGE }),
    );
    ended.push(...page);
    isMore = page.length === PAGE;
  }
  const last = ended.at(-1);
  return { ended, seenUntilMs: isMore && last ? last.receivedMs : Math.max(sinceMs, untilMs - OVERLAP_MS) };
}
