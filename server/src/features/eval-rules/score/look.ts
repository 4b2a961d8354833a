// What a rule has to score: calls as they arrive, and traces and sessions that have ended.
import { SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import type { CallRef } from '#records';
import {
  filterOf,
  lookForCalls,
  lookForEndedRuns,
  MAX_BEHIND_MS,
  MAX_RUNS_BEHIND_MS,
  scopeOf,
  withPrompts,
} from '#services/record-access';
import { selectCallsOfRuns } from '../records/runs.ts';
import { filterIn, type RuleRow } from '../store.ts';

/** A call, or the trace or session of a call. */
export interface RuleSubject {
  id: string;
  /** When it arrived; for a trace or session, its newest span. */
  receivedMs: number;
}

export interface Look {
  /** In the order of their arrival. */
  subjects: RuleSubject[];
  /** Everything before this time has been seen. */
  seenUntilMs: number;
  /** The calls that are loaded and that the scores are stored with. Subjects without one do not match. */
  callsOf: (subjects: readonly RuleSubject[]) => Promise<Map<string, CallRef>>;
}

const SUBJECT = { trace: 'runs', session: 'sessions' } as const;

/** The newest arrival that a rule may score: after it, nothing came for the quiet time. */
const endedBy = ({ quiet_seconds: quiet }: RuleRow, now: number): number => now - quiet * SECOND_MS;

/** Where a rule continues. */
export const startOf = (rule: RuleRow, now: number): number =>
  Math.max(rule.watermark, endedBy(rule, now) - (rule.scope === 'call' ? MAX_BEHIND_MS : MAX_RUNS_BEHIND_MS));

/** For rules with the same filter, scope and quiet time. */
export async function lookFor(ctx: Context, rule: RuleRow, sinceMs: number): Promise<Look> {
  const filter = filterIn(rule);
  if (rule.scope !== 'call') return lookForRuns(ctx, rule, rule.scope, sinceMs);
  const { arrivals, seenUntilMs } = await lookForCalls(ctx, filter, sinceMs);
  const byId = new Map(arrivals.map(({ id, timestampMs }) => [id, { id, timestampMs }]));
  return {
    subjects: arrivals,
    seenUntilMs,
    callsOf: async (subjects) => new Map(subjects.flatMap(({ id }) => entryOf(byId, id))),
  };
}

const entryOf = (calls: ReadonlyMap<string, CallRef>, id: string): [string, CallRef][] => {
  const call = calls.get(id);
  return call ? [[id, call]] : [];
};

async function lookForRuns(
  ctx: Context,
  rule: RuleRow,
  kind: 'trace' | 'session',
  sinceMs: number,
): Promise<Look> {
  const untilMs = endedBy(rule, ctx.clock.now());
  const filter = await withPrompts(ctx, filterOf(filterIn(rule)));
  const { ended: subjects, seenUntilMs } = await lookForEndedRuns(ctx, SUBJECT[kind], { sinceMs, untilMs });
  return {
    subjects,
    seenUntilMs,
    callsOf: (some) => ctx.records.ask(scopeOf(ctx), selectCallsOfRuns(kind, filter, some)),
  };
}
