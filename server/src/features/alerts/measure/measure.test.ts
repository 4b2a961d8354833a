import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '#lib/app-error';
import type { Account } from '#core/access/accounts';
import type { WindowWant } from '#records';
import type { AlertRow } from '../store.ts';
import { measureEach, type Due, type MeasuredAlert } from './measure.ts';
import { fakeRecords, type RecordsReplies } from '#test/support/fake-records';

const ROUND = { nowMs: Date.UTC(2026, 2, 20, 12), patienceMs: 15_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** One alert per account. */
const due = (count: number, type = 'cost_threshold', first = 1): Due[] =>
  Array.from({ length: count }, (_, at) => ({
    alert: {
      id: first + at,
      account_id: `acc_${first + at}`,
      project_id: null,
      alert_type: type,
      window_minutes: 60,
    } as AlertRow,
    account: { id: `acc_${first + at}`, number: first + at, retentionDays: 90 } as Account,
  }));

const answerTo = (wants: readonly WindowWant[]) =>
  wants.map(({ account }) => [{ calls: 1, errors: 0, costUsd: account, latencyMs: null }]);

async function measured(
  asked: readonly Due[],
  selectWindowSums: RecordsReplies['selectWindowSums'],
  signal: AbortSignal = new AbortController().signal,
) {
  const found: MeasuredAlert[] = [];
  const records = fakeRecords({ selectWindowSums });
  const failures = await measureEach(
    { records, db: null as never },
    asked,
    { ...ROUND, signal },
    async (some) => {
      found.push(...some);
    },
  );
  return { failures, found: found.map(({ alert, measured: { window } }) => [alert.id, window.costUsd]) };
}

describe('measuring alerts', () => {
  it('runs two queries at a time; one that never ends delays no other', async () => {
    let atOnce = 0;
    let most = 0;
    const asked = [...due(301), ...due(1, 'latency_degradation', 500)];
    const work = measured(asked, async (wants, latencies) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const forever = wants.length === 1 && !latencies;
      await new Promise<void>((resolve) => void (forever || setTimeout(resolve, 1)));
      atOnce -= 1;
      return answerTo(wants);
    });
    await vi.advanceTimersByTimeAsync(16_000);
    const { failures, found } = await work;
    expect(most).toBe(2);
    expect(failures).toMatchObject([{ reason: 'query_too_slow' }]);
    expect(found).toHaveLength(301);
    expect(found.at(-1)).toEqual([500, 500]);
  });

  it('halves a query that is too large until the cause is isolated', async () => {
    let questions = 0;
    const { failures, found } = await measured(due(100), async (wants) => {
      questions += 1;
      if (wants.some(({ account }) => account === 37)) throw unavailable('query_too_large', 'Too much.');
      return answerTo(wants);
    });
    expect(failures).toHaveLength(1);
    expect(found.map(([id]) => id).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 1).filter((id) => id !== 37),
    );
    expect(questions).toBeLessThan(20);
  });

  it('does not retry in the same round if the engine is unavailable or after half a minute', async () => {
    let questions = 0;
    const away = await measured(due(100), async () => {
      questions += 1;
      throw unavailable('records_unavailable', 'Away.');
    });
    expect([questions, away.failures.length, away.found.length]).toEqual([1, 1, 0]);
    questions = 0;
    const work = measured(due(100), () => {
      questions += 1;
      return new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(120_000);
    const stuck = await work;
    expect(stuck.found).toEqual([]);
    expect(questions).toBeLessThanOrEqual(8);
  });

  it('measures a window once for all its alerts, and separately for each project', async () => {
    const projects = new Map([1, 2].map((number) => [`prj_${number}`, { number }]));
    const [one] = due(1);
    if (!one) throw new Error('There is no alert.');
    const account = { ...one.account, projects } as unknown as Account;
    const of = (id: number, project: number): Due => ({
      account,
      alert: { ...one.alert, id, project_id: `prj_${project}` },
    });
    let asked = 0;
    const { found } = await measured([of(1, 1), of(2, 2), of(3, 1)], async (wants) => {
      asked += wants.length;
      return wants.map(({ project }) => [{ calls: 1, errors: 0, costUsd: project ?? 0, latencyMs: null }]);
    });
    expect(asked).toBe(2);
    expect(Object.fromEntries(found)).toEqual({ 1: 1, 2: 2, 3: 1 });
  });

  it('stops when the process ends', async () => {
    const stop = new AbortController();
    const work = measured(
      due(700),
      async (wants) => {
        stop.abort(new Error('ending'));
        return answerTo(wants);
      },
      stop.signal,
    );
    await expect(work).rejects.toThrow('ending');
  });

  it('a failing callback does not affect the other batches', async () => {
    const records = fakeRecords({ selectWindowSums: async (wants) => answerTo(wants) });
    let measured = 0;
    const failures = await measureEach(
      { records, db: null as never },
      due(301),
      { ...ROUND, signal: new AbortController().signal },
      async (some) => {
        if (some.length > 1) throw new Error('the store said no');
        measured += some.length;
      },
    );
    expect([failures.length, measured]).toEqual([1, 1]);
  });
});
