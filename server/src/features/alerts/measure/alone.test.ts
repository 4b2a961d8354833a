// Alerts that are measured on their own: accounts take turns, and a heavy account delays no other.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import { processState } from '#core/process-state';
import { fakeRecords } from '#test/support/fake-records';
import type { AlertRow } from '../store.ts';
import { measureAlone, type DueAlone } from './alone.ts';

const NOW = Date.UTC(2026, 2, 20, 12);
const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const dueOf = (account: number, count: number): DueAlone[] =>
  Array.from({ length: count }, (_, at) => ({
    alert: {
      id: account * 1_000 + at,
      account_id: `acc_${account}`,
      project_id: null,
      alert_type: 'cost_threshold',
      measured_of: 'calls',
      filter: null,
      for_each: 'user',
      percentile: null,
      window_minutes: 60,
      threshold_value: at,
    } as AlertRow,
    account: {
      id: `acc_${account}`,
      number: account,
      retentionDays: 90,
      projects: new Map(),
    } as unknown as Account,
    open: [],
  }));

function world(secondsOf: (account: number) => number) {
  const state = processState();
  let atOnce = 0;
  let most = 0;
  const records = fakeRecords({
    selectGroupWindows: async ({ account }) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => void setTimeout(resolve, secondsOf(account) * SECOND));
      atOnce -= 1;
      return [];
    },
  });
  const ctx = { records, state } as unknown as SystemContext;
  const round = async (due: readonly DueAlone[], patienceMs = 15 * SECOND) => {
    const measured: number[] = [];
    const work = measureAlone(
      ctx,
      due,
      { nowMs: NOW, patienceMs, signal: new AbortController().signal },
      async ({ alert }) => {
        measured.push(alert.id);
      },
    );
    await vi.advanceTimersByTimeAsync(200 * SECOND);
    return { failures: await work, measured };
  };
  return { round, most: () => most };
}

it('a heavy account has ten seconds of a round; the others are measured meanwhile, and its next alerts come next', async () => {
  const { round, most } = world((account) => (account === 1 ? 3 : 0.01));
  const due = [...dueOf(1, 12), ...dueOf(2, 5), ...dueOf(3, 5)];
  const seen = new Set<number>();
  for (let turn = 0; turn < 3; turn += 1) {
    const { failures, measured } = await round(due);
    expect(failures).toEqual([]);
    const heavy = measured.filter((id) => id < 2_000);
    expect(heavy).toHaveLength(4);
    for (const id of heavy) seen.add(id);
    // All alerts of the light accounts are measured before the first of the heavy one is.
    expect(measured.findIndex((id) => id < 2_000)).toBe(10);
    expect(measured).toHaveLength(14);
  }
  expect(seen.size).toBe(12);
  expect(most()).toBe(2);
});

it('an alert that is never answered fails after its patience, and the round ends', async () => {
  const { round } = world((account) => (account === 1 ? 10_000 : 0.01));
  const { failures, measured } = await round([...dueOf(1, 3), ...dueOf(2, 2)]);
  expect(failures).toMatchObject([{ reason: 'query_too_slow' }]);
  expect(measured.toSorted((left, right) => left - right)).toEqual([2_000, 2_001]);
});

it('a round of many accounts ends in time, and the rest has its turn first in the next', async () => {
  const { round } = world(() => 4);
  const due = Array.from({ length: 40 }, (_, at) => dueOf(at + 1, 1)).flat();
  const rounds = [await round(due), await round(due), await round(due)];
  expect(rounds[0]?.measured).toHaveLength(16);
  expect(new Set(rounds.flatMap(({ measured }) => measured)).size).toBe(40);
});
