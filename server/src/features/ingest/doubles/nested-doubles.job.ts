// Looks through the tables for calls that are told twice and that no process could know of by itself: their spans came to
// different processes, around a start, or among more calls than a process remembers.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { findDoubles, type CallLink } from '#otlp';
import { selectPossibleDuplicates, type CallRef, type CallSpan } from '#records';
import { enqueueDemotion, MAX_CALLS } from './call-demotion.job.ts';
import { watchOf, type Watch } from './doubles.ts';

// After a start: what the process before stored.
const FIRST_LOOK_MS = 15 * MINUTE_MS;
// From when a record is given its time of arrival until it can be found.
const OVERLAP_MS = 2 * MINUTE_MS;

export const nestedDoublesJob = job({
  name: 'nested-doubles',
  schedule: '* * * * *',
  // The next one comes soon enough.
  maxAttempts: 1,
  run: async (ctx) => {
    const watch = watchOf(ctx);
    const now = ctx.clock.now();
    if (mayHaveMissed(ctx, watch, now)) {
      const since = Math.max(now - DAY_MS, (watch.lookedAt ?? now - FIRST_LOOK_MS) - OVERLAP_MS);
      if (!(await demoteAll(ctx, await ctx.records.askAll(selectPossibleDuplicates(since))))) return;
    }
    watch.lookedAt = now;
  },
});

/** The only process knows by itself what it stored, so an idle one and one that remembers everything need not look. */
function mayHaveMissed(ctx: SystemContext, { recent, lookedAt }: Watch, nowMs: number): boolean {
  recent.forget(nowMs);
  const touched = recent.takeTouched();
  if (ctx.records.kind === 'server' || lookedAt === null) return true;
  return touched && !recent.isComplete(nowMs);
}

/** False when some are left for the next time. */
async function demoteAll(ctx: SystemContext, spans: readonly CallSpan[]): Promise<boolean> {
  let all = true;
  for (const [account, calls] of doublesByAccount(spans)) {
    const queued = await enqueueDemotion(ctx, account, calls.slice(0, MAX_CALLS));
    all &&= queued && calls.length <= MAX_CALLS;
  }
  return all;
}

export function doublesByAccount(spans: readonly CallSpan[]): Map<number, CallRef[]> {
  const found = new Map<number, CallRef[]>();
  for (const [account, own] of Map.groupBy(spans, (span) => span.account)) {
    const calls = [...Map.groupBy(own, (span) => span.project).values()].flatMap(doublesIn);
    if (calls.length > 0) found.set(account, calls);
  }
  return found;
}

/** Of one project: spans of another one say nothing about its calls. */
function doublesIn(spans: readonly CallSpan[]): CallRef[] {
  const doubles = findDoubles(spans.map(linkOf));
  return spans.filter(({ id }) => doubles.has(id)).map(({ id, timestampMs }) => ({ id, timestampMs }));
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
