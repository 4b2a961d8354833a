// Searches the tables for duplicate calls that no process could detect by itself: their spans arrived at
// different processes, before and after a restart, or among more calls than a process remembers.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { findDuplicateSpans, type CallLink } from '#otlp';
import { selectPossibleDuplicates, type CallRef, type CallSpan } from '#records';
import { enqueueDemotion, MAX_CALLS } from './call-demotion.job.ts';
import { watchOf, type Watch } from './duplicate-check.ts';

// The first search after a restart covers calls that the previous process stored.
const FIRST_SEARCH_MS = 15 * MINUTE_MS;
// A record gets its time of arrival up to this long before queries find it.
const OVERLAP_MS = 2 * MINUTE_MS;

export const findDuplicatesJob = job({
  // Stored in job schedules, so the name stays.
  name: 'nested-doubles',
  schedule: '* * * * *',
  // The next run is a minute away.
  maxAttempts: 1,
  hasWork: (ctx) => {
    const { recent, searchedUntil } = watchOf(ctx);
    return ctx.records.kind === 'server' || searchedUntil === null || !recent.isAtRest;
  },
  run: async (ctx) => {
    const watch = watchOf(ctx);
    const now = ctx.clock.now();
    if (mayHaveMissed(ctx, watch, now)) {
      const since = Math.max(now - DAY_MS, (watch.searchedUntil ?? now - FIRST_SEARCH_MS) - OVERLAP_MS);
      if (!(await demoteAll(ctx, await ctx.records.askAll(selectPossibleDuplicates(since))))) return;
    }
    watch.searchedUntil = now;
  },
});

/**
 * With the in-process engine there is one process. If it is idle or remembers everything, no search is
 * needed.
 */
function mayHaveMissed(ctx: SystemContext, { recent, searchedUntil }: Watch, nowMs: number): boolean {
  recent.forget(nowMs);
  const touched = recent.takeTouched();
  if (ctx.records.kind === 'server' || searchedUntil === null) return true;
  return touched && !recent.isComplete(nowMs);
}

/** False if some are left for the next run. */
async function demoteAll(ctx: SystemContext, spans: readonly CallSpan[]): Promise<boolean> {
  let all = true;
  for (const [account, calls] of duplicatesByAccount(spans)) {
    const queued = await enqueueDemotion(ctx, account, calls.slice(0, MAX_CALLS));
    all &&= queued && calls.length <= MAX_CALLS;
  }
  return all;
}

function duplicatesByAccount(spans: readonly CallSpan[]): Map<number, CallRef[]> {
  const found = new Map<number, CallRef[]>();
  for (const [account, own] of Map.groupBy(spans, (span) => span.account)) {
    const calls = [...Map.groupBy(own, (span) => span.project).values()].flatMap(duplicatesIn);
    if (calls.length > 0) found.set(account, calls);
  }
  return found;
}

/** For one project: a span of another project is never a duplicate. */
function duplicatesIn(spans: readonly CallSpan[]): CallRef[] {
  const duplicates = findDuplicateSpans(spans.map(linkOf));
  return spans.filter(({ id }) => duplicates.has(id)).map(({ id, timestampMs }) => ({ id, timestampMs }));
}

const linkOf = (span: CallSpan): CallLink => ({
  id: span.id,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || null,
  provider: span.provider,
  model: span.model,
  responseModel: span.responseModel || null,
  responseId: span.responseId || null,
  startMs: span.timestampMs,
  endMs: span.timestampMs + span.latencyMs,
});
