import { describe, expect, it } from 'vitest';
import type { ScoreData } from '../types.ts';
import { changedItems } from './changed-items.ts';

const score = (
  itemKey: string,
  normalizedScore: number | null,
  more: Partial<ScoreData> = {},
): ScoreData => ({
  criterionId: 1,
  criterionName: 'Correct',
  callId: `call-${itemKey}`,
  itemKey,
  traceId: null,
  sessionId: null,
  status: normalizedScore === null ? 'failed' : 'scored',
  score: normalizedScore === null ? null : 1 + normalizedScore * 4,
  normalizedScore,
  label: null,
  reason: normalizedScore === null ? 'judge_timeout' : null,
  reasoning: '',
  code: null,
  values: {},
  judge: null,
  costUsd: 0,
  createdAt: '2026-11-15T09:00:00.000Z',
  ...more,
});

const shown = (before: ScoreData[], after: ScoreData[]) =>
  changedItems(before, after).map(({ itemKey, change }) => [itemKey, change]);

describe('the items of two runs', () => {
  it('come with the largest drop first, then gains, then items without a score', () => {
    const before = [
      score('same', 0.5),
      score('gain', 0.25),
      score('drop', 1),
      score('slip', 0.75),
      score('lost', 1),
    ];
    const after = [
      score('lost', null),
      score('gain', 1),
      score('slip', 0.5),
      score('same', 0.5),
      score('drop', 0),
    ];
    expect(shown(before, after)).toEqual([
      ['drop', -1],
      ['slip', -0.25],
      ['same', 0],
      ['gain', 0.75],
      ['lost', null],
    ]);
  });

  it('are compared by the scale, not by points', () => {
    const before = [score('a', 0.5, { score: 50 })];
    expect(shown(before, [score('a', 0.25, { score: 2 })])).toEqual([['a', -0.25]]);
  });

  it('are paired by item and criterion, even if the calls differ', () => {
    const before = [score('a', 1), score('a', 0.5, { criterionId: 2 })];
    const after = [score('a', 0.75, { callId: 'new' }), score('a', 0.75, { criterionId: 2, callId: 'new' })];
    const pairs = changedItems(before, after);
    expect(pairs.map(({ criterionId, callId, change }) => [criterionId, callId, change])).toEqual([
      [1, 'new', -0.25],
      [2, 'new', 0.25],
    ]);
    expect(new Set(pairs.map(({ key }) => key)).size).toBe(2);
  });

  it('are paired by trace where the criterion is about traces', () => {
    const before = [score('a', 1, { traceId: 't' })];
    expect(shown(before, [score('b', 0, { traceId: 't' })])).toEqual([['b', -1]]);
    // A score of the call is not paired with a score of its trace.
    expect(shown(before, [score('a', 0)])).toEqual([]);
  });

  it('keep what only one of the runs has; the list is empty if they share nothing', () => {
    const pairs = changedItems([score('a', 1), score('gone', 1)], [score('a', 1), score('new', 0)]);
    expect(
      pairs.map(({ itemKey, before, after, change }) => [itemKey, before !== null, after !== null, change]),
    ).toEqual([
      ['a', true, true, 0],
      ['gone', true, false, null],
      ['new', false, true, null],
    ]);
    expect(changedItems([score('a', 1)], [score('b', 1)])).toEqual([]);
    expect(changedItems([], [])).toEqual([]);
  });
});
