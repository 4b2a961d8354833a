import { expect, it } from 'vitest';
import { compareScores } from './compare-scores.ts';
import { gateVerdict, type GateThresholds } from './gate-verdict.ts';
import { JUDGED, ofItems, passes, times } from './made-scores.ts';
import { type ScoredCriterion } from './scores.ts';

const gate = (baseline: ScoredCriterion[], candidate: ScoredCriterion[], thresholds?: GateThresholds) =>
  gateVerdict(compareScores(baseline, candidate).criterionDeltas, thresholds);
const kinds = ({ violations }: ReturnType<typeof gate>) => violations.map(({ kind }) => kind);

const worse = JUDGED.map((score) => Math.max(1, score - 1));
/** A drop of 0.05 on average, by two items: far from significant. */
const noisy = JUDGED.map((score, i) => (i < 2 ? score - 2 : score));

it('passes a candidate equal to its baseline', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', JUDGED)])).toEqual({
    pass: true,
    verdict: 'pass',
    violations: [],
  });
});

it('fails beyond 0.05 of the scale when no threshold is given, and says by how much', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)])).toEqual({
    pass: false,
    verdict: 'fail',
    violations: [
      {
        criterionId: null,
        kind: 'mean_drop',
        threshold: 0.05,
        observed: 0.25,
        message: 'The mean over 1 criterion fell by 0.250 of the scale; at most 0.05 is allowed.',
      },
    ],
  });
});

it('allows exactly the threshold, in floating point too', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', noisy)]).pass).toBe(true);
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', noisy)], { maxMeanDrop: 0.049 }).pass).toBe(false);
  const scale = { scaleMin: 0, scaleMax: 1 };
  const [before, after] = [ofItems('a', times(20, 0.8), scale), ofItems('b', times(20, 0.75), scale)];
  expect(gate([before], [after], { maxMeanDrop: 0.05, maxCriterionDrop: 0.05 }).pass).toBe(true);
});

it('the default goes when any threshold is given', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { maxCriterionDrop: 0.3 }).pass).toBe(true);
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { maxNewFailures: 20 }).pass).toBe(true);
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { requireSignificance: true }).pass).toBe(false);
});

it('a gain in one criterion does not hide a drop in another from maxCriterionDrop', () => {
  const before = [ofItems('a', worse), passes('a', times(20, 1))];
  const after = [ofItems('b', JUDGED), passes('b', [...times(15, 1), ...times(5, 0)])];
  expect(gate(before, after, { maxMeanDrop: 0.05 }).pass).toBe(true);
  const failed = gate(before, after, { maxMeanDrop: 0.05, maxCriterionDrop: 0.05 });
  expect(failed.violations).toEqual([
    {
      criterionId: 2,
      kind: 'criterion_drop',
      threshold: 0.05,
      observed: 0.25,
      message: 'Is JSON fell by 0.250 of its scale (p = 0.063); at most 0.05 is allowed.',
    },
  ]);
});

it('requireSignificance lets noise through and nothing else', () => {
  const strict = { maxMeanDrop: 0.01, maxCriterionDrop: 0.01 };
  const [before, noise, drop] = [[ofItems('a', JUDGED)], [ofItems('b', noisy)], [ofItems('b', worse)]];
  expect(kinds(gate(before, noise, strict))).toEqual(['mean_drop', 'criterion_drop']);
  expect(gate(before, noise, { ...strict, requireSignificance: true }).pass).toBe(true);
  expect(kinds(gate(before, drop, { ...strict, requireSignificance: true }))).toEqual([
    'mean_drop',
    'criterion_drop',
  ]);
  // A count of failures has no p to wait for.
  expect(kinds(gate(before, noise, { maxNewFailures: 0, requireSignificance: true }))).toEqual([
    'new_failures',
  ]);
});

it('counts new failures over all criteria and names them', () => {
  const { violations } = gate(
    [ofItems('a', JUDGED), passes('a', times(20, 1))],
    [ofItems('b', worse), passes('b', [...times(18, 1), 0, 0])],
    { maxNewFailures: 3 },
  );
  expect(violations).toEqual([
    {
      criterionId: null,
      kind: 'new_failures',
      threshold: 3,
      observed: 5,
      message:
        "5 scores below the middle of the scale beyond the baseline's (Helpfulness 3, Is JSON 2); at most 3 are allowed.",
    },
  ]);
});

it('fails when the candidate did not score what the baseline scored', () => {
  const before = [ofItems('a', JUDGED), passes('a', times(20, 1))];
  const lost = gate(before, [ofItems('b', JUDGED)], { maxMeanDrop: 1 });
  expect(lost).toMatchObject({
    pass: false,
    verdict: 'fail',
    violations: [{ criterionId: 2, kind: 'criterion_not_scored' }],
  });
  expect(lost.violations[0]!.message).toContain('20 items in the baseline and on none in the candidate');
  const most = [ofItems('b', JUDGED), passes('b', times(9, 1))];
  expect(gate(before, most).violations).toMatchObject([
    { kind: 'criterion_not_scored', threshold: 10, observed: 9 },
  ]);
  expect(gate(before, [ofItems('b', JUDGED), passes('b', times(10, 1))]).pass).toBe(true);
});

it('does not fail for a criterion that is new', () => {
  expect(
    gate([ofItems('a', JUDGED)], [ofItems('b', JUDGED), passes('b', times(20, 0))], { maxNewFailures: 0 })
      .pass,
  ).toBe(true);
});

it('never passes on nothing', () => {
  expect(kinds(gate([], []))).toEqual(['nothing_compared']);
  expect(kinds(gate([], [ofItems('b', JUDGED)]))).toEqual(['nothing_compared']);
  expect(kinds(gate([ofItems('a', JUDGED)], []))).toEqual(['criterion_not_scored']);
});

it('no baseline: passes only where that is allowed, and says no_baseline either way', () => {
  expect(gateVerdict(null, { allowMissingBaseline: true })).toEqual({
    pass: true,
    verdict: 'no_baseline',
    violations: [],
  });
  expect(gateVerdict(null)).toMatchObject({
    pass: false,
    verdict: 'no_baseline',
    violations: [{ kind: 'no_baseline' }],
  });
});
