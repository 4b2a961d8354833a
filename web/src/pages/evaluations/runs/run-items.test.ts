import { describe, expect, it } from 'vitest';
import { gateCommand } from '../compare/gate-command.ts';
import type { ScoreData } from '../types.ts';
import { groupByItem, runItemKey, narrowedScores, worstFirst } from './run-items.ts';

const score = (
  itemKey: string,
  normalizedScore: number | null,
  criterionId = 1,
  traceId: string | null = null,
) =>
  ({
    itemKey,
    callId: itemKey,
    traceId,
    criterionId,
    normalizedScore,
    status: normalizedScore === null ? 'failed' : 'scored',
  }) as ScoreData;

const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

describe('the items of a run', () => {
  const scores = [
    score('b', 0.9),
    score('a', 0.5),
    score('b', 0.2, 2),
    score('c', null),
    score('b', 1, 3, 't'),
  ];

  it('are grouped by what the scores are about, in order of arrival', () => {
    expect(groupByItem(scores).map(({ key, scores: all }) => [key, all.length])).toEqual([
      ['b', 2],
      ['a', 1],
      ['c', 1],
      ['trace t', 1],
    ]);
    expect(runItemKey({ itemKey: 't', traceId: null })).not.toBe(runItemKey({ itemKey: 't', traceId: 't' }));
  });

  it('are low below the middle of the scale, and shown with all their scores', () => {
    const low = narrowedScores(scores, 'low', null);
    expect(low.map(({ key, scores: all }) => [key, all.length])).toEqual([['b', 2]]);
    expect(narrowedScores(scores, 'low', 1)).toEqual([]);
    expect(keys(narrowedScores(scores, 'unscored', null))).toEqual(['c']);
    expect(keys(narrowedScores(scores, 'all', 2))).toEqual(['b']);
  });

  it('are sorted with the lowest first, and those without a score last', () => {
    expect(keys(worstFirst(groupByItem(scores)))).toEqual(['b', 'a', 'trace t', 'c']);
  });
});

describe('the command of the gate', () => {
  it('contains the given options, including 0, and no others', () => {
    expect(gateCommand({ baseline: 3, candidate: 4 }, {})).toBe('tracewell gate --candidate 4 --baseline 3');
    expect(
      gateCommand(
        { baseline: 3, dataset: 9 },
        { maxMeanDrop: 0, maxNewFailures: 2, requireSignificance: true },
      ),
    ).toBe(
      'tracewell gate --dataset 9 --baseline 3 --max-mean-drop 0 --max-new-failures 2 --require-significance',
    );
  });
});
