import { describe, expect, it } from 'vitest';
import { compareScores } from './compare-scores.ts';
import { gateVerdict, type GateThresholds } from './gate-verdict.ts';
import { JUDGED, ofCalls, ofItems, passes, repeatTimes } from './made-scores.ts';
import { type ScoredCriterion } from './scores.ts';

const gate = (baseline: ScoredCriterion[], candidate: ScoredCriterion[], thresholds?: GateThresholds) =>
  gateVerdict(compareScores(baseline, candidate, { itemsAllowed: 20 }), thresholds);
const kinds = ({ violations }: ReturnType<typeof gate>) => violations.map(({ kind }) => kind);

const worse = JUDGED.map((score) => Math.max(1, score - 1));
/** A mean drop of 0.05 caused by two items: far from significant. */
const noisy = JUDGED.map((score, i) => (i < 2 ? score - 2 : score));

it('passes a candidate equal to its baseline', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', JUDGED)])).toEqual({
    pass: true,
    verdict: 'pass',
    violations: [],
    cautions: [],
    cautionDetails: [],
  });
});

describe('no threshold given', () => {
  it('fails for a significant drop beyond 0.05 of the scale, and says by how much', () => {
    expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)])).toMatchObject({
      pass: false,
      verdict: 'fail',
      violations: [
        {
          criterionId: null,
          kind: 'mean_drop',
          threshold: 0.05,
          observed: 0.25,
          message:
            'The mean over 1 criterion fell by 0.250 of the scale (p < 0.001); at most 0.05 is allowed.',
        },
      ],
      cautions: [],
    });
  });

  it('a drop that is not significant is inconclusive: it passes, with the observed drop and the items needed', () => {
    const after = JUDGED.map((score, i) => (i < 3 ? score - 2 : score));
    const seen = gate([ofItems('a', JUDGED)], [ofItems('b', after)]);
    expect(seen).toMatchObject({
      pass: true,
      verdict: 'inconclusive',
      violations: [],
      cautions: ['inconclusive'],
      cautionDetails: [
        {
          code: 'inconclusive',
          criterionId: null,
          threshold: 0.05,
          observed: 0.075,
          pValue: 0.0625,
          items: 20,
          itemsAllowed: 20,
        },
      ],
    });
    const { itemsNeeded, message } = seen.cautionDetails[0]!;
    // Three of twenty fell, and four must: with 36 items that happens in four cases of five.
    expect(itemsNeeded).toBe(36);
    expect(message).toBe(
      'The mean over 1 criterion fell by 0.075 of the scale, more than the 0.05 that is allowed, but 20 items cannot tell that from noise (p = 0.063). About 36 items would decide it. These runs can have 20 items at most, so they cannot show it.',
    );
    expect(gate([ofItems('a', JUDGED)], [ofItems('b', after)], { failOnInconclusive: true })).toMatchObject({
      pass: false,
      verdict: 'inconclusive',
      violations: [],
    });
  });

  it('five items that all fell from best to worst fail; two are too few', () => {
    const all = (n: number) => gate([ofItems('a', repeatTimes(n, 5))], [ofItems('b', repeatTimes(n, 1))]);
    expect(all(5)).toMatchObject({ pass: false, verdict: 'fail', violations: [{ observed: 1 }] });
    expect(all(2)).toMatchObject({
      pass: true,
      verdict: 'inconclusive',
      cautionDetails: [{ observed: 1, pValue: 0.125, items: 2, itemsNeeded: 4 }],
    });
    expect(all(1)).toMatchObject({
      verdict: 'inconclusive',
      cautionDetails: [{ pValue: 0.5, itemsNeeded: 4 }],
    });
  });

  it('tests all criteria together: small drops add up, and gains offset drops', () => {
    // Each criterion loses two different items, none of which is more than noise.
    const four = [1, 2, 3, 4].map((criterionId) => ({ criterionId, name: `C${criterionId}` }));
    const before = four.map((one) => passes('a', repeatTimes(20, 1), one));
    const after = four.map((one, at) =>
      passes(
        'b',
        repeatTimes(20, 1).map((_, i) => (i >> 1 === at ? 0 : 1)),
        one,
      ),
    );
    const { criterionDeltas } = compareScores(before, after);
    expect(criterionDeltas.every(({ significant }) => !significant)).toBe(true);
    expect(gate(before, after)).toMatchObject({ verdict: 'fail', violations: [{ observed: 0.1 }] });
    const better = [ofItems('a', worse), passes('a', repeatTimes(20, 1))];
    expect(gate(better, [ofItems('b', JUDGED), passes('b', [...repeatTimes(17, 1), 0, 0, 0])]).verdict).toBe(
      'pass',
    );
  });

  it('two samples of calls: one-sided Welch, and no failure for a few equal scores against many', () => {
    const low = JUDGED.map((score) => Math.max(1, score - 2));
    expect(gate([ofCalls('x', JUDGED)], [ofCalls('y', low)])).toMatchObject({ verdict: 'fail' });
    // Welch's own one-sided p is 0.02, because five equal scores have no variance.
    const after = [...repeatTimes(45, 5), ...repeatTimes(5, 1)];
    expect(gate([ofCalls('x', repeatTimes(5, 5))], [ofCalls('y', after)])).toMatchObject({
      pass: true,
      verdict: 'inconclusive',
    });
    expect(compareScores([ofCalls('x', repeatTimes(5, 5))], [ofCalls('y', after)]).verdict).toBe(
      'inconclusive',
    );
    expect(gate([ofCalls('x', [5])], [ofCalls('y', JUDGED)])).toMatchObject({
      verdict: 'inconclusive',
      cautionDetails: [{ pValue: null, items: 1 }],
    });
  });

  it('says if more items would not help: most rose a little, a few fell far', () => {
    const [before, after] = [repeatTimes(40, 4), [...repeatTimes(33, 5), ...repeatTimes(7, -5)]];
    const runs: [ScoredCriterion[], ScoredCriterion[]] = [
      [ofItems('a', before, { scaleMin: -5 })],
      [ofItems('b', after, { scaleMin: -5 })],
    ];
    // The test of a criterion goes by ranks, which go up; the test of the mean does not.
    const seen = gate(...runs, { maxCriterionDrop: 0.05, requireSignificance: true });
    expect(seen).toMatchObject({ verdict: 'inconclusive', cautionDetails: [{ itemsNeeded: null }] });
    expect(gate(...runs)).toMatchObject({ verdict: 'inconclusive', cautionDetails: [{ itemsNeeded: 163 }] });
    expect(seen.cautionDetails[0]!.message).toContain('More items like these would not decide it');
  });
});

it('a given threshold applies as is, whatever the test says', () => {
  const before = [ofItems('a', JUDGED)];
  const after = [ofItems('b', noisy)];
  expect(gate(before, after, { maxMeanDrop: 0.049 })).toMatchObject({
    verdict: 'fail',
    cautions: [],
    violations: [
      { message: 'The mean over 1 criterion fell by 0.050 of the scale; at most 0.049 is allowed.' },
    ],
  });
  expect(gate(before, after, { maxMeanDrop: 0.049, requireSignificance: true }).verdict).toBe('inconclusive');
});

it('allows exactly the threshold, despite floating point', () => {
  const scale = { scaleMin: 0, scaleMax: 1 };
  // Drops of 0.1 and 0.2: their mean in floating point is slightly above 0.15.
  const before = ofItems('a', repeatTimes(20, 0.9), scale);
  const after = ofItems(
    'b',
    repeatTimes(20, 0).map((_, i) => (i % 2 === 0 ? 0.8 : 0.7)),
    scale,
  );
  expect(-compareScores([before], [after]).overall!.effect).toBeGreaterThan(0.15);
  expect(gate([before], [after], { maxMeanDrop: 0.15, maxCriterionDrop: 0.15 }).violations).toEqual([]);
  expect(kinds(gate([before], [after], { maxMeanDrop: 0.149, maxCriterionDrop: 0.149 }))).toEqual([
    'mean_drop',
    'criterion_drop',
  ]);
  // The same over two criteria, one of which fell by 0.1 and the other by 0.2.
  const [first, second] = [0.8, 0.7].map((score, at) =>
    ofItems('b', repeatTimes(20, score), { ...scale, criterionId: at + 1 }),
  );
  const both = [before, ofItems('a', repeatTimes(20, 0.9), { ...scale, criterionId: 2 })];
  expect(gate(both, [first!, second!], { maxMeanDrop: 0.15 }).pass).toBe(true);
});

it('any given threshold replaces the default', () => {
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { maxCriterionDrop: 0.3 }).pass).toBe(true);
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { maxNewFailures: 20 }).pass).toBe(true);
  expect(gate([ofItems('a', JUDGED)], [ofItems('b', worse)], { requireSignificance: true }).pass).toBe(false);
});

it('a gain in one criterion does not hide a drop in another from maxCriterionDrop', () => {
  const before = [ofItems('a', worse), passes('a', repeatTimes(20, 1))];
  const after = [ofItems('b', JUDGED), passes('b', [...repeatTimes(15, 1), ...repeatTimes(5, 0)])];
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

it('requireSignificance turns noise into a caution and nothing else', () => {
  const strict = { maxMeanDrop: 0.01, maxCriterionDrop: 0.01 };
  const [before, noise, drop] = [[ofItems('a', JUDGED)], [ofItems('b', noisy)], [ofItems('b', worse)]];
  expect(kinds(gate(before, noise, strict))).toEqual(['mean_drop', 'criterion_drop']);
  expect(gate(before, noise, { ...strict, requireSignificance: true })).toMatchObject({
    pass: true,
    verdict: 'inconclusive',
    cautions: ['inconclusive'],
    cautionDetails: [{ criterionId: null }, { criterionId: 1, threshold: 0.01, observed: 0.05, pValue: 0.5 }],
  });
  expect(kinds(gate(before, drop, { ...strict, requireSignificance: true }))).toEqual([
    'mean_drop',
    'criterion_drop',
  ]);
  // A count of failures has no p.
  expect(kinds(gate(before, noise, { maxNewFailures: 0, requireSignificance: true }))).toEqual([
    'new_failures',
  ]);
});

it('requireSignificance on a criterion uses the adjusted p: one finding among eight is no violation', () => {
  const eight = Array.from({ length: 8 }, (_, at) => ({ criterionId: at + 1, name: `C${at + 1}` }));
  const before = eight.map((one) => passes('a', repeatTimes(40, 1), one));
  const after = eight.map((one, at) =>
    passes('b', at === 0 ? [...repeatTimes(6, 0), ...repeatTimes(34, 1)] : repeatTimes(40, 1), one),
  );
  const asked = { maxCriterionDrop: 0.05, requireSignificance: true };
  expect(compareScores(before, after).criterionDeltas[0]).toMatchObject({ significant: true });
  const seen = gate(before, after, asked);
  expect(seen).toMatchObject({
    pass: true,
    verdict: 'inconclusive',
    cautionDetails: [{ criterionId: 1, items: 40 }],
  });
  expect(seen.cautionDetails[0]!.pValue).toBeCloseTo(8 * (2 / 64), 12);
  // Among eight criteria at least nine changes must all be drops; 0.15 of the items change.
  expect(seen.cautionDetails[0]!.itemsNeeded).toBeGreaterThan(60);
  expect(gate(before.slice(0, 1), after.slice(0, 1), asked).verdict).toBe('fail');
});

it('counts new failures over all criteria and names them', () => {
  const { violations } = gate(
    [ofItems('a', JUDGED), passes('a', repeatTimes(20, 1))],
    [ofItems('b', worse), passes('b', [...repeatTimes(18, 1), 0, 0])],
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
  const before = [ofItems('a', JUDGED), passes('a', repeatTimes(20, 1))];
  const lost = gate(before, [ofItems('b', JUDGED)], { maxMeanDrop: 1 });
  expect(lost).toMatchObject({
    pass: false,
    verdict: 'fail',
    violations: [{ criterionId: 2, kind: 'criterion_not_scored' }],
  });
  expect(lost.violations[0]!.message).toContain('20 items in the baseline and on none in the candidate');
  const most = [ofItems('b', JUDGED), passes('b', repeatTimes(9, 1))];
  expect(gate(before, most).violations).toMatchObject([
    { kind: 'criterion_not_scored', threshold: 10, observed: 9 },
  ]);
  expect(gate(before, [ofItems('b', JUDGED), passes('b', repeatTimes(10, 1))]).pass).toBe(true);
});

it('fails when more than one item in ten of the candidate has no score', () => {
  const before = [ofItems('a', JUDGED)];
  const candidate = (unscored: number) => ({ ...ofItems('b', JUDGED.slice(unscored)), unscored });
  // The last items are scored, so that both runs have the same items.
  expect(gate(before, [candidate(2)], { maxMeanDrop: 1 }).pass).toBe(true);
  expect(gate(before, [candidate(3)], { maxMeanDrop: 1 }).violations).toEqual([
    {
      criterionId: 1,
      kind: 'unscored',
      threshold: 2,
      observed: 3,
      message:
        'Helpfulness could not be scored on 3 of 20 items of the candidate; at most one in ten may be missing. The run lists the reasons.',
    },
  ]);
  // Below half there is a separate violation, and one is enough.
  expect(kinds(gate(before, [candidate(11)], { maxMeanDrop: 1 }))).toEqual(['criterion_not_scored']);
  // A new criterion is compared with nothing.
  expect(gate(before, [...before, { ...passes('b', repeatTimes(5, 1)), unscored: 15 }], {}).pass).toBe(true);
});

it('says that both runs scored the same outputs', () => {
  const compared = compareScores([ofItems('a', JUDGED)], [ofItems('b', JUDGED)]);
  expect(gateVerdict({ ...compared, sameOutputs: 20 })).toMatchObject({
    pass: true,
    verdict: 'pass',
    cautions: ['same_outputs'],
    cautionDetails: [{ code: 'same_outputs', items: 20 }],
  });
  expect(gateVerdict({ ...compared, sameOutputs: 20 }, { failOnInconclusive: true }).pass).toBe(true);
  expect(gateVerdict({ ...compared, sameOutputs: null }).cautions).toEqual([]);
});

it('does not fail for a criterion that is new', () => {
  expect(
    gate([ofItems('a', JUDGED)], [ofItems('b', JUDGED), passes('b', repeatTimes(20, 0))], {
      maxNewFailures: 0,
    }).pass,
  ).toBe(true);
});

it('never passes without a compared criterion', () => {
  expect(kinds(gate([], []))).toEqual(['nothing_compared']);
  expect(kinds(gate([], [ofItems('b', JUDGED)]))).toEqual(['nothing_compared']);
  expect(kinds(gate([ofItems('a', JUDGED)], []))).toEqual(['criterion_not_scored']);
});

it('no baseline: passes only if that is allowed, with verdict no_baseline either way', () => {
  expect(gateVerdict(null, { allowMissingBaseline: true })).toEqual({
    pass: true,
    verdict: 'no_baseline',
    violations: [],
    cautions: [],
    cautionDetails: [],
  });
  expect(gateVerdict(null)).toMatchObject({
    pass: false,
    verdict: 'no_baseline',
    violations: [{ kind: 'no_baseline' }],
  });
});
