// Collects sightings from an account's new records with a few grouped queries. Each query runs only if the
// previous ones suggest a result. Nothing is changed here.
import { MINUTE_MS } from '#lib/clock';
import type { RecordsStore, Scope } from '#records';
import { costSpikes, maySpike } from '../detect/cost-spike.ts';
import { errorBursts, mayBurst } from '../detect/error-burst.ts';
import { latencySpikes, maySlow } from '../detect/latency-spike.ts';
import { piiLeaks } from '../detect/pii-leak.ts';
import { projectQuarters } from '../detect/project-quarters.ts';
import { REDACTION_KINDS } from '../detect/redaction-kinds.ts';
import { MIN_ATTEMPTS, MIN_FAILURES, retryStorms, STORM_MS } from '../detect/retry-storm.ts';
import { MIN_TRACE, runawayTraces } from '../detect/runaway-trace.ts';
import { secretsInPrompts } from '../detect/secret-in-prompt.ts';
import type { Sighting } from '../detect/sighting.ts';
import { modelChanges } from '../detect/silent-model-change.ts';
import { MIN_REPEATS, toolLoops } from '../detect/tool-loop.ts';
import type { Usual } from '../baseline/baseline.ts';
import { selectCallGroups, type CallGroup } from '../records/call-groups.ts';
import { selectLargeTraces, selectToolRepeats } from '../records/traces.ts';
import { selectEvidence, selectQuarters, type QuarterSums } from '../records/quarters.ts';
import { selectRetries } from '../records/retries.ts';
import { selectRedactedCalls, selectRedactions } from '../records/redactions.ts';
import type { GuardianWindow } from '../records/window.ts';

/** Inserts take less time than this. Older records are complete and do not change. */
const SETTLING_MS = MINUTE_MS;
/** Unsettled calls that can be remembered by id. More wait until they have settled. */
const MAX_FRESH = 2_000;

export interface ScanPosition {
  settledMs: number;
  seen: readonly string[];
}

interface Looked {
  sightings: Sighting[];
  next: ScanPosition;
  /** True if the next scan has work even without new records. */
  more: boolean;
}

export async function collectSightings(
  records: RecordsStore,
  scope: Scope,
  usual: Usual,
  from: ScanPosition,
  nowMs: number,
): Promise<Looked> {
  const window = { afterMs: from.settledMs, untilMs: nowMs };
  const groups = await records.ask(scope, selectCallGroups(window));
  const redactions = await lookAtRedactions(records, scope, groups, from, nowMs);
  const sightings = [
    ...(await lookAtTraces(records, scope, usual, window)),
    ...(await lookAtQuarters(records, scope, usual, groups)),
    ...(await lookAtRetries(records, scope, groups, window)),
    ...modelChanges(groups, await usual.answers(groups), nowMs),
    ...redactions.sightings,
  ];
  for (const sighting of sightings) await addEvidence(records, scope, sighting);
  return { ...redactions, sightings };
}

async function lookAtTraces(
  records: RecordsStore,
  scope: Scope,
  usual: Usual,
  window: GuardianWindow,
): Promise<Sighting[]> {
  const repeats = await records.ask(scope, selectToolRepeats(window, MIN_REPEATS));
  const traces = await records.ask(scope, selectLargeTraces(window, MIN_TRACE));
  return [...toolLoops(repeats), ...(traces.length === 0 ? [] : runawayTraces(traces, await usual.traces()))];
}

async function lookAtQuarters(
  records: RecordsStore,
  scope: Scope,
  usual: Usual,
  groups: readonly CallGroup[],
): Promise<Sighting[]> {
  const touched = [...new Set(groups.flatMap((group) => group.quarters))];
  const quarters: QuarterSums[] = await records.ask(scope, selectQuarters(touched));
  const ofProjects = projectQuarters(quarters);
  const sightings: Sighting[] = [];
  if (ofProjects.some((quarter) => mayBurst(quarter) || maySpike(quarter))) {
    const known = await usual.quarters();
    sightings.push(...errorBursts(ofProjects, known), ...costSpikes(ofProjects, known));
  }
  if (quarters.some(maySlow)) sightings.push(...latencySpikes(quarters, await usual.latencies()));
  return sightings;
}

async function lookAtRetries(
  records: RecordsStore,
  scope: Scope,
  groups: readonly CallGroup[],
  window: GuardianWindow,
): Promise<Sighting[]> {
  const failing = groups.filter(({ failedInputs }) => failedInputs > 0);
  if (failing.length === 0) return [];
  const retried = await records.ask(
    scope,
    selectRetries(window, {
      sinceMs: Math.min(...failing.map(({ firstMs }) => firstMs)) - STORM_MS,
      leastAttempts: MIN_ATTEMPTS,
      leastFailures: MIN_FAILURES,
    }),
  );
  return retryStorms(retried);
}

/**
 * Redactions are counted per call. Calls older than a minute are counted and done. Newer calls are remembered
 * by id, so the next scan skips them but still finds calls whose insert was in progress.
 */
async function lookAtRedactions(
  records: RecordsStore,
  scope: Scope,
  groups: readonly CallGroup[],
  { settledMs: before, seen }: ScanPosition,
  nowMs: number,
): Promise<Looked> {
  const settledMs = Math.max(before, nowMs - SETTLING_MS);
  const any = groups.some(({ redacted }) => redacted > 0);
  if (!any) return { sightings: [], next: { settledMs, seen: [] }, more: false };
  const named = await records.ask(
    scope,
    selectRedactedCalls({ afterMs: settledMs, untilMs: nowMs }, MAX_FRESH + 1),
  );
  const tooMany = named.length > MAX_FRESH;
  const known = new Set(seen);
  const found = await records.ask(
    scope,
    selectRedactions(
      { afterMs: before, untilMs: tooMany ? settledMs : nowMs },
      {
        settledMs,
        seen,
        fresh: tooMany ? [] : named.filter((hash) => !known.has(hash)),
        kinds: Object.keys(REDACTION_KINDS),
      },
    ),
  );
  return {
    sightings: [...piiLeaks(found), ...secretsInPrompts(found)],
    next: { settledMs, seen: tooMany ? seen : named },
    more: tooMany,
  };
}

async function addEvidence(records: RecordsStore, scope: Scope, sighting: Sighting): Promise<void> {
  const { evidence } = sighting;
  if (!evidence) return;
  const calls = await records.ask(scope, selectEvidence(evidence));
  sighting.callIds = calls.map(({ id }) => id);
  sighting.traceIds = [...new Set(calls.map(({ traceId }) => traceId).filter((id) => id !== ''))];
  const [first] = calls;
  if (sighting.kind === 'error_burst' && first) sighting.values = { ...sighting.values, error: first.error };
}
