// Searches the tables for duplicate calls that no process could detect by itself: their spans arrived at
// different processes, before and after a restart, or among more calls than a process remembers.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { findDuplicates, linkKeys, spanLines, type CallLink, type Duplicate } from '#otlp';
import { selectPossibleDuplicates, type CallSpan, type PossibleDuplicates } from '#records';
import { mergedCallsOf } from '#services/merged-calls';
import { selectAccountIds } from '#services/retention';
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
async function demoteAll(ctx: SystemContext, possible: PossibleDuplicates): Promise<boolean> {
  let all = true;
  const byAccount = duplicatesByAccount(possible);
  const ids = await selectAccountIds(ctx.db, [...byAccount.keys()]);
  for (const [account, found] of byAccount) {
    const taken = found.slice(0, MAX_CALLS);
    const refs = taken.map(({ duplicate: { link, kept, why } }) => ({
      id: link.id,
      timestampMs: link.startMs,
      duplicateOf: kept,
      why,
    }));
    const queued = await enqueueDemotion(ctx, account, refs);
    all &&= queued && found.length <= MAX_CALLS;
    const id = ids.get(account);
    if (!queued || id === undefined) continue;
    for (const { project, duplicate } of taken) mergedCallsOf(ctx).note(id, project, [duplicate]);
  }
  return all;
}

interface Found {
  project: number;
  duplicate: Duplicate;
}

function duplicatesByAccount({ calls, between }: PossibleDuplicates): Map<number, Found[]> {
  const found = new Map<number, Found[]>();
  // A span of another project is never a duplicate. The numbers of projects are unique across accounts.
  const linesOf = Map.groupBy(between, ({ project }) => project);
  for (const [account, own] of Map.groupBy(calls, (call) => call.account)) {
    const duplicates = [...Map.groupBy(own, (call) => call.project)].flatMap(([project, some]) =>
      [...findDuplicates(some.map(linkOf), spanLines(linesOf.get(project) ?? [])).values()].map(
        (duplicate) => ({
          project,
          duplicate,
        }),
      ),
    );
    if (duplicates.length > 0) found.set(account, duplicates);
  }
  return found;
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
  input: span.input,
  output: span.output,
  cache: span.cache,
  reasoning: span.reasoning,
  failed: span.failed,
  keys: linkKeys(span.traceId, span.spanId, span.parentSpanId || null),
});
