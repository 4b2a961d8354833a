// What all alerts of a round look at, in few questions: alerts that ask for the same window of the same calls share one, and the
// windows of hundreds of accounts go into one statement. What could not be measured is left out; the others have theirs.
import type { Account } from '#core/accounts';
import type { SystemContext } from '#core/context';
import type { WindowSums, WindowWant } from '#records';
import { TYPE_FACTS, type AlertType } from '../alert-types.ts';
import type { Measured } from '../evaluate.ts';
import type { AlertRow } from '../store.ts';
import { selectScoreSums, type ScoreWant } from './store.ts';
import { scoreWantOf, wantOf } from './wants.ts';

export interface Due {
  alert: AlertRow;
  account: Account;
}

/** Windows in a statement. Latencies are looked at one by one, so that fewer of them take as long. */
const SUMS_AT_ONCE = 300;
const LATENCIES_AT_ONCE = 100;
const SCORES_AT_ONCE = 500;

export const NO_CALLS: WindowSums = { calls: 0, errors: 0, costUsd: 0, p95LatencyMs: null };

interface Batch {
  latencies: boolean;
  wants: WindowWant[];
  /** Who asked for each. */
  alerts: number[][];
}

export interface Measurements {
  /** By the id of the alert. */
  measured: Map<number, Measured>;
  failures: unknown[];
}

export async function measureAll(
  ctx: Pick<SystemContext, 'records' | 'db'>,
  due: readonly Due[],
  nowMs: number,
  signal: AbortSignal,
): Promise<Measurements> {
  const measured = new Map<number, Measured>();
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const { latencies, wants, alerts } of batchesOf(due, nowMs)) {
    await attempt(async () => {
      const answers = await ctx.records.measureWindows(wants, latencies);
      answers.forEach(([window = NO_CALLS, ...history], at) => {
        for (const id of alerts[at] ?? []) measured.set(id, { window, history });
      });
    });
  }
  const scored = due.filter(({ alert }) => factsOf(alert).measures === 'scores');
  for (let from = 0; from < scored.length; from += SCORES_AT_ONCE) {
    const some = scored.slice(from, from + SCORES_AT_ONCE);
    const wants = some.map(({ alert }): ScoreWant => scoreWantOf(alert, nowMs));
    await attempt(async () => {
      const sums = await selectScoreSums(ctx.db, wants);
      some.forEach(({ alert }, at) => {
        measured.set(alert.id, { window: NO_CALLS, scores: sums[at] ?? { count: 0, mean: null } });
      });
    });
  }
  return { measured, failures };
}

const factsOf = ({ alert_type: type }: AlertRow) => TYPE_FACTS[type as AlertType];

/** The same window for whoever asks for it; those without history apart from those with, as they read other times. */
function batchesOf(due: readonly Due[], nowMs: number): Batch[] {
  const batches: Batch[] = [];
  for (const latencies of [false, true]) {
    for (const history of [false, true]) {
      const shared = new Map<string, { want: WindowWant; alerts: number[] }>();
      for (const { alert, account } of due) {
        const facts = factsOf(alert);
        if (facts.measures === 'scores' || facts.measures === 'nothing') continue;
        if ((facts.latency ?? false) !== latencies || (facts.measures === 'history') !== history) continue;
        const want = wantOf(alert, account, nowMs);
        const key = [want.account, want.project, want.startMs].join(' ');
        const known = shared.get(key);
        if (known) known.alerts.push(alert.id);
        else shared.set(key, { want, alerts: [alert.id] });
      }
      const all = [...shared.values()].toSorted((left, right) => left.want.startMs - right.want.startMs);
      const atOnce = latencies ? LATENCIES_AT_ONCE : SUMS_AT_ONCE;
      for (let from = 0; from < all.length; from += atOnce) {
        const some = all.slice(from, from + atOnce);
        batches.push({
          latencies,
          wants: some.map(({ want }) => want),
          alerts: some.map(({ alerts }) => alerts),
        });
      }
    }
  }
  return batches;
}
