// Makes the missing probes of one account for this week.
import { DAY_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { loadAccount } from '#core/access/accounts';
import type { Context, SystemContext } from '#core/context';
import { selectCriterion } from '#services/criteria';
import { judgeName, type ModelFailure } from '#services/models';
import { planProbes, type PlannedProbe } from './plan-probes.ts';
import { probeCalls } from './probe-calls.ts';
import { oneAtATime } from './probe-lock.ts';
import { probe, type ProbeCall, type Probed } from './probe.ts';
import { deleteProbesBefore, insertProbe, selectAsked, selectJudgedCalls, type JudgedCall } from './store.ts';
import { PROBE_WINDOW_MS } from './trust.ts';

const PROBES_A_WEEK = 12;
const NEWEST_SCORES = 2_000;
const KEPT_MS = 3 * PROBE_WINDOW_MS;

/**
 * Helpfulness, which every account has. It is the criterion that every degradation lowers: a truncated answer
 * may be as safe, polite and true as before, and a good judge says so.
 */
const CRITERION_ID = 1;

type Ending = 'done' | 'budget_exhausted' | 'no_consent' | 'no_judge';

interface ProbedAccount {
  probes: number;
  ending: Ending;
  judge: string | null;
}

/** Throws if a dependency is temporarily unavailable. */
export const probeAccount = (
  system: SystemContext,
  accountId: string,
  signal: AbortSignal,
): Promise<ProbedAccount> =>
  oneAtATime(system, accountId, signal, async (stillHeld) => {
    let probes = 0;
    const consenting = () => consentingContext(system, accountId);
    const ctx = await consenting();
    const criterion = ctx && (await selectCriterion(ctx.db, accountId, CRITERION_ID));
    if (!ctx || !criterion) return { probes, ending: 'no_consent', judge: null };
    const judge = await judgeName(ctx);
    if (judge === null) return { probes, ending: 'no_judge', judge };
    for (const planned of await plannedFor(ctx, judge)) {
      signal.throwIfAborted();
      const made = await probe(consenting, criterion, planned, signal);
      if (!made) return { probes, ending: 'no_consent', judge };
      if (!made.ok) {
        if (made.reason === 'budget_exhausted') return { probes, ending: 'budget_exhausted', judge };
        requireAnswer(made, signal);
        continue;
      }
      const { clock, metadata } = system;
      await metadata.transaction(async (db) => {
        await stillHeld(db);
        await insertProbe(db, rowOf(accountId, judge, criterion.id, planned, made, clock.now()));
      });
      probes += 1;
    }
    const before = system.clock.now() - KEPT_MS;
    await system.metadata.transaction((db) => deleteProbesBefore(db, accountId, before));
    return { probes, ending: 'done', judge };
  });

async function consentingContext(system: SystemContext, accountId: string): Promise<Context | null> {
  const account = await loadAccount(system.db, accountId);
  return account?.consents.plaintextStorage
    ? { ...system, account, project: null, plan: account.plan }
    : null;
}

async function plannedFor(ctx: Context, judge: string): Promise<PlannedProbe<ProbeCall>[]> {
  const { db, account, clock } = ctx;
  const since = clock.now() - PROBE_WINDOW_MS;
  const week = weekStart(clock.now());
  const asked = await selectAsked(db, account.id, judge, since);
  const thisWeek = asked.filter(({ createdAt }) => createdAt >= week);
  const left = PROBES_A_WEEK - thisWeek.length;
  if (left <= 0) return [];
  const judged = await selectJudgedCalls(db, account.id, since, NEWEST_SCORES);
  const uses = new Map<string, number>();
  for (const { callId } of asked) uses.set(callId, (uses.get(callId) ?? 0) + 1);
  const calls = await probeCalls(ctx, bestFirst(judged, uses));
  const before = asked.filter(({ createdAt }) => createdAt < week);
  return planProbes(calls, left, thisWeek, before);
}

/**
 * Answers that can still get worse come first, then those probed least. `judged` is newest first, and the
 * sort keeps that order otherwise.
 */
const bestFirst = (judged: readonly JudgedCall[], uses: ReadonlyMap<string, number>): JudgedCall[] =>
  judged.toSorted(
    (left, right) =>
      Number(right.mean >= 0.5) - Number(left.mean >= 0.5) ||
      (uses.get(left.callId) ?? 0) - (uses.get(right.callId) ?? 0),
  );

/** If the judge fails on one answer, the next may work. If it is unavailable, all would fail. */
function requireAnswer({ reason, said: { message } }: ModelFailure, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (reason === 'refused' || reason === 'off_scale' || reason === 'judge_bad_answer') return;
  throw unavailable(reason, message);
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const rowOf = (
  accountId: string,
  judge: string,
  criterionId: number,
  { kind, call }: PlannedProbe<ProbeCall>,
  made: Probed,
  now: number,
) => ({
  account_id: accountId,
  criterion_id: criterionId,
  call_id: call.callId,
  kind,
  judge,
  original: made.original,
  again: made.again,
  degraded: made.degraded,
  detected: bit(made.detected),
  inverted: bit(made.inverted),
  stable: bit(made.stable),
  cost_micros: made.costMicros,
  created_at: now,
});

/** Monday, 00:00 UTC. */
export function weekStart(ms: number): number {
  const day = Math.floor(ms / DAY_MS);
  return (day - ((day + 3) % 7)) * DAY_MS;
}
