import { describe, expect, it } from 'vitest';
import type { GateBudgetsTable } from '#metadata';
import { viewOf } from '../view.ts';
import { AccountState, type SpentCall } from './account-state.ts';
import { NOTHING } from './spent.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const DAY = Date.UTC(2026, 5, 15);

const row: GateBudgetsTable = {
  id: 'b',
  account_id: 'a',
  name: 'b',
  limit_micros: 100,
  period: 'day',
  scope: '{}',
  action: 'deny',
  fail_mode: 'open',
  on_unpriced: 'warn',
  generation: 0,
  created_at: 0,
  updated_at: 0,
};

function opened() {
  const state = new AccountState('a');
  const view = viewOf([row], [], (name) => name);
  state.setView(view);
  const [budget] = view.budgets;
  if (!budget) throw new Error('no budget');
  const call = (
    costMicros: number,
    holdId: string | null = null,
    timestampMs = NOW,
    unpricedTokens = 0,
  ): SpentCall => ({
    provider: 'openai',
    model: 'm',
    tool: null,
    tags: {},
    projectId: 'p',
    timestampMs,
    costMicros,
    unpricedTokens,
    holdId,
    onlyOf: null,
  });
  const stored = (spentMicros: number, start = DAY) => [
    {
      budgetId: 'b',
      generation: 0,
      start,
      spent: { ...NOTHING, spentMicros },
      added: NOTHING,
      reconciledAt: NOW,
    },
  ];
  const seen = (now = NOW) => {
    const { spentMicros, heldMicros } = state.figures(budget, now);
    return [spentMicros, heldMicros];
  };
  return { state, budget, call, stored, seen };
}

describe('the state of an account', () => {
  it('shows each count exactly once while it is written to the store', () => {
    const { state, call, stored, seen } = opened();
    state.count(call(10), NOW);
    expect(seen()).toEqual([10, 0]);
    const outgoing = state.take(NOW);
    expect([seen(), state.dirty]).toEqual([[10, 0], false]);
    state.count(call(5), NOW);
    expect(seen()).toEqual([15, 0]);
    state.commit(outgoing, stored(12), [], NOW);
    expect(seen()).toEqual([17, 0]);
  });

  it('takes no spend of a budget that has another scope since', () => {
    const { state, budget, stored } = opened();
    const { budgets } = viewOf([{ ...row, generation: 1 }], [], (name) => name);
    state.setView({ ...viewOf([{ ...row, generation: 1 }], [], (name) => name), budgets });
    const [changed = budget] = budgets;
    state.commit(state.take(NOW), stored(12), [], NOW);
    expect(state.figures(changed, NOW).spentMicros).toBe(0);
    const [own] = stored(7);
    state.commit(state.take(NOW), own ? [{ ...own, generation: 1 }] : [], [], NOW);
    expect(state.figures(changed, NOW).spentMicros).toBe(7);
  });

  it('loses nothing that could not be written', () => {
    const { state, call, stored, seen } = opened();
    state.held('h', { projectId: 'p', micros: 50, budgetIds: ['b'], expiresAt: NOW + 1_000 });
    state.count(call(10.4), NOW);
    state.count(call(7, 'h'), NOW);
    state.count(call(3, 'foreign'), NOW);
    expect(seen()).toEqual([17.4, 0]);
    for (let tries = 0; tries < 3; tries += 1) {
      const outgoing = state.take(NOW);
      expect(outgoing.settled).toEqual(['h']);
      expect(outgoing.settlements.map(({ holdId }) => holdId)).toEqual(['foreign']);
      expect(outgoing.additions.map(({ spent }) => spent.spentMicros)).toEqual([20]);
      state.restore(outgoing);
      expect([seen(), state.dirty]).toEqual([[17.4, 0], true]);
    }
    state.commit(state.take(NOW), stored(20), [], NOW);
    expect(seen()[0]).toBeCloseTo(20.4, 10);
    expect(state.take(NOW).additions).toEqual([]);
  });

  it('counts calls without a price beside the spend, once, whatever happens to the write', () => {
    const { state, budget, call, stored } = opened();
    const unpriced = () => {
      const { spentMicros, unpricedCalls, unpricedTokens } = state.figures(budget, NOW);
      return [spentMicros, unpricedCalls, unpricedTokens];
    };
    state.count(call(0, null, NOW, 500.5), NOW);
    state.count(call(0, null, NOW, 400), NOW);
    state.count(call(10), NOW);
    expect(unpriced()).toEqual([10, 2, 900.5]);
    const outgoing = state.take(NOW);
    expect(outgoing.additions.map(({ spent }) => spent)).toEqual([
      { spentMicros: 10, unpricedCalls: 2, unpricedTokens: 901 },
    ]);
    state.restore(outgoing);
    expect(unpriced()).toEqual([10, 2, 900.5]);
    const again = state.take(NOW);
    const [row] = stored(10);
    if (!row) throw new Error('no row');
    state.commit(
      again,
      [{ ...row, spent: { spentMicros: 10, unpricedCalls: 2, unpricedTokens: 901 } }],
      [],
      NOW,
    );
    expect(unpriced()).toEqual([10, 2, 900.5]);
  });

  it('replaces a hold by its cost in one step, whichever process made the hold', () => {
    const { state, call, stored, seen } = opened();
    state.held('h', { projectId: 'p', micros: 50, budgetIds: ['b'], expiresAt: NOW + 1_000 });
    expect(seen()).toEqual([0, 50]);
    state.count(call(20, 'h'), NOW);
    expect([seen(), state.isSettling('h')]).toEqual([[20, 0], true]);
    const outgoing = state.take(NOW);
    // Another hold is settled while the first one is being written.
    state.held('i', { projectId: 'p', micros: 30, budgetIds: ['b'], expiresAt: NOW + 1_000 });
    state.count(call(1, 'i'), NOW);
    expect(seen()).toEqual([21, 0]);
    state.commit(outgoing, stored(20), [{ budgetId: 'b', micros: 30, holds: 1 }], NOW);
    expect(seen()).toEqual([21, 0]);
    state.commit(state.take(NOW), stored(21), [{ budgetId: 'b', micros: 40, holds: 1 }], NOW);
    // A hold of another process stays until the store has both.
    state.count(call(5, 'foreign'), NOW);
    expect(seen()).toEqual([21, 40]);
    state.commit(state.take(NOW), stored(26), [], NOW);
    expect(seen()).toEqual([26, 0]);
  });

  it('does not subtract an expired hold from the others', () => {
    const { state, call, seen } = opened();
    state.held('old', { projectId: 'p', micros: 50, budgetIds: ['b'], expiresAt: NOW - 1 });
    state.commit(state.take(NOW), [], [{ budgetId: 'b', micros: 30, holds: 1 }], NOW);
    state.count(call(1, 'old'), NOW);
    expect(seen()).toEqual([1, 30]);
  });

  it('remembers a hold for ten minutes after its expiry, and little longer, however often it writes', () => {
    const { state, call } = opened();
    const minutes = (count: number) => NOW + count * 60_000;
    for (const id of ['one', 'two'])
      state.held(id, { projectId: 'p', micros: 50, budgetIds: ['b'], expiresAt: NOW });
    const unknownAt = (id: string, now: number): number => {
      state.count(call(1, id), now);
      return state.take(now).settlements.length;
    };
    for (let ms = 0; ms < 5_000; ms += 100) state.take(minutes(9) + ms);
    expect(unknownAt('one', minutes(10) - 1)).toBe(0);
    for (let ms = 0; ms < 2_000; ms += 100) state.take(minutes(10) + ms);
    expect(unknownAt('two', minutes(10) + 2_000)).toBe(1);
  });

  it('knows a new period if it knew the previous one, and drops the previous one', () => {
    const { state, budget, stored, call, seen } = opened();
    expect(state.figures(budget, NOW).known).toBe(false);
    state.commit(state.take(NOW), stored(7), [], NOW);
    expect(state.figures(budget, NOW)).toEqual({ ...NOTHING, spentMicros: 7, heldMicros: 0, known: true });
    const tomorrow = NOW + 86_400_000;
    state.count(call(3, null, tomorrow), NOW);
    expect([seen(), seen(tomorrow)]).toEqual([
      [7, 0],
      [3, 0],
    ]);
    expect(state.figures(budget, tomorrow).known).toBe(true);
    state.commit(state.take(tomorrow), stored(3, DAY + 86_400_000), [], tomorrow);
    expect(state.figures(budget, tomorrow)).toEqual({
      ...NOTHING,
      spentMicros: 3,
      heldMicros: 0,
      known: true,
    });
    // The call is from the day before, so it no longer counts.
    state.count(call(9), tomorrow);
    expect(seen(tomorrow)).toEqual([3, 0]);
  });
});
