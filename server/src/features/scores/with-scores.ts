// Filters calls by their scores: matching scores are looked up first, and the query of calls gets the records
// that they refer to. The list is bounded, because it is part of the query.
import { invalid } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import { isSoundScoreCondition, type ScoreCondition } from '#services/record-access';
import type { CallFilter, ScoredBy, ScoredRef } from '#records';
import { selectScoredRefs, type ScoredRefRow } from './view/scored-store.ts';

const MAX_REFS = 2_000;
/** A server takes parameters of up to 128 KiB. */
const MAX_BYTES = 100_000;
const QUOTES = 3;
/** Clocks differ, and a score may have been given the time of its call. */
const EARLIER_MS = DAY_MS;

export async function withScores(
  ctx: Context,
  filter: CallFilter,
  conditions: readonly ScoreCondition[],
): Promise<CallFilter> {
  if (conditions.length === 0) return filter;
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const scoredBy: ScoredBy[] = [];
  for (const [at, condition] of conditions.entries()) {
    const { name, op, value } = condition;
    if (!isSoundScoreCondition(condition))
      throw invalid(`scores.${at}.op`, 'Only numbers can be compared with lt, lte, gt and gte.');
    const rows = await selectScoredRefs(ctx, { name, tests: [{ op, value }] }, criteria, {
      startMs: filter.startMs,
      endMs: filter.endMs,
      earlierMs: EARLIER_MS,
      limit: MAX_REFS + 1,
    });
    scoredBy.push(within(refsOf(rows), at));
  }
  return { ...filter, scoredBy };
}

function refsOf(rows: readonly ScoredRefRow[]): ScoredBy {
  const found = { calls: new Refs(), spans: new Refs(), traces: new Refs(), sessions: new Refs() };
  for (const row of rows) {
    const project = row.project_number;
    if (row.call_id !== null) found.calls.add(row.call_id, project);
    if (row.span_id !== null) found.spans.add(row.span_id, project);
    else if (row.call_id === null && row.trace_id !== null) found.traces.add(row.trace_id, project);
    else if (row.call_id === null && row.session_id !== null) found.sessions.add(row.session_id, project);
  }
  const { calls, spans, traces, sessions } = found;
  return { calls: calls.list, spans: spans.list, traces: traces.list, sessions: sessions.list };
}

class Refs {
  readonly #refs = new Map<string, ScoredRef>();

  add(id: string, project: number | null): void {
    this.#refs.set(`${project ?? ''}/${id}`, { id, project });
  }

  get list(): ScoredRef[] {
    return [...this.#refs.values()];
  }
}

function within(by: ScoredBy, at: number): ScoredBy {
  const lists = Object.values(by) as ScoredBy['calls'][];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const bytes = lists.map((list) => list.reduce((sum, { id }) => sum + Buffer.byteLength(id) + QUOTES, 0));
  if (count <= MAX_REFS && Math.max(...bytes) <= MAX_BYTES) return by;
  throw invalid(
    `scores.${at}`,
    'Too many scores match this condition for a filter: it can take 2,000 calls, traces and sessions. Give a later startTime, or a condition that fewer scores meet.',
    'scores_too_broad',
  );
}
