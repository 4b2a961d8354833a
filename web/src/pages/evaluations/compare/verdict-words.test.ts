import { expect, it, vi } from 'vitest';
import { compareTexts } from './texts.ts';
import { decisionOf, failedByAll, verdictHeadline, sentenceOf, shownPower, wordOf } from './verdict-words.ts';

// Only the texts: the rest of i18n needs a browser.
vi.mock('#i18n', () => ({ defineTexts: (en: object, ja: object) => ({ en, ja }) }));

const { en, ja } = compareTexts;
type Comparison = Parameters<typeof verdictHeadline>[0];
type Delta = Comparison['criterionDeltas'][number];

const delta = (changes: Partial<Delta> = {}): Delta => ({
  criterionId: 1,
  name: 'Tone',
  baselineMean: 1,
  candidateMean: 1,
  delta: 0,
  normalizedDelta: 0,
  baselineCount: 48,
  candidateCount: 48,
  unscoredCount: 0,
  pairedCount: 48,
  newFailures: 0,
  test: 'wilcoxon',
  pValue: 1,
  pAdjusted: 1,
  significant: false,
  effect: 0,
  direction: 'none',
  ciLow: 0,
  ciHigh: 0,
  power: 0.9,
  itemsNeeded: 40,
  itemsToDecide: null,
  conclusive: true,
  note: null,
  ...changes,
});

const comparison = (verdict: Comparison['verdict'], deltas: Delta[]): Comparison =>
  ({ verdict, explanation: 'As the service says.', criterionDeltas: deltas }) as Comparison;

const allowed = { itemsAllowed: 20, p: String };

it('says that a drop would have shown from a power of 80 % on, else that the interval rules it out', () => {
  const weak = delta({ power: 0.347 });
  expect([wordOf(delta({ power: 0.8 })), wordOf(delta({ power: 0.799 })), wordOf(weak)]).toEqual([
    'same',
    'ruledOut',
    'ruledOut',
  ]);
  for (const texts of [en, ja]) {
    expect(sentenceOf(delta(), texts, allowed)).toBe(texts.words.same);
    expect(sentenceOf(weak, texts, allowed)).toBe(texts.words.ruledOut);
    expect(verdictHeadline(comparison('unchanged', [delta(), weak]), null, texts).about).toBe(texts.ruledOut);
  }
  expect(en.ruledOut + en.words.ruledOut).not.toContain('would have shown');
  expect(verdictHeadline(comparison('unchanged', [delta()]), null, en).about).toBe('As the service says.');
  // A small chance beside "no change" would contradict it.
  expect([shownPower(delta()), shownPower(weak), shownPower(delta({ significant: true }))]).toEqual([
    0.9,
    null,
    null,
  ]);
  const unsure = delta({ power: 0.347, conclusive: false });
  expect(shownPower(unsure)).toBe(0.347);
  expect(sentenceOf(unsure, en, allowed)).toBe(
    'Not enough data: a drop of 0.1 of the scale could have been missed. About 40 items would be enough. These runs can have 20 items at most, so they cannot show it.',
  );
});

it('has nothing to compare where both runs scored the same outputs', () => {
  for (const verdict of ['unchanged', 'inconclusive'] as const)
    expect(verdictHeadline(comparison(verdict, [delta()]), '48', en)).toEqual({
      look: 'inconclusive',
      title: 'Nothing to compare',
      about:
        'Both runs scored the same 48 outputs: there is nothing to compare. Was the change in place when the candidate ran?',
      warning: null,
    });
  // Another rubric over the same answers: the change is real, and it is the scoring.
  const fell = delta({ effect: -0.4, direction: 'down', significant: true, pAdjusted: 0.001 });
  expect(verdictHeadline(comparison('regressed', [fell]), '48', en)).toMatchObject({
    title: 'It got worse',
    warning: expect.stringContaining('the same 48 outputs: the scoring changed, not the answers.'),
  });
  expect(verdictHeadline(comparison('unchanged', [delta()]), '48', ja).about).toMatch(
    /同じ 48 件の出力.*比較/,
  );
  expect(en.sameOutputs('1', false)).toMatch(/^Both runs scored the same output:/);
});

it('says that every item fails, or that nothing was compared, instead of "may ship"', () => {
  const mean = (normalizedMean: number, criterionId = 0, count = 48) => ({
    criterionId,
    name: `Criterion ${criterionId}`,
    mean: normalizedMean,
    normalizedMean,
    count,
  });
  const run = (...means: number[]) => ({ meanScores: means.map((value, at) => mean(value, at)) });
  const gate = (
    pass: boolean,
    verdict: 'pass' | 'fail' | 'inconclusive',
    cautions: 'same_outputs'[] = [],
  ) => ({
    pass,
    verdict,
    cautions,
  });
  const fine = run(0.9, 0.4);
  expect(decisionOf(gate(true, 'pass'), fine)).toBe('pass');
  expect(decisionOf(gate(true, 'pass'), run(0.9, 0))).toBe('failing');
  expect(decisionOf(gate(true, 'pass', ['same_outputs']), run(0))).toBe('failing');
  expect(decisionOf(gate(true, 'pass', ['same_outputs']), fine)).toBe('nothing');
  expect(decisionOf(gate(true, 'inconclusive'), fine)).toBe('undecided');
  expect(decisionOf(gate(false, 'inconclusive'), fine)).toBe('refused');
  expect(decisionOf(gate(false, 'fail', ['same_outputs']), run(0))).toBe('fail');
  expect(failedByAll(run(0.9, 0)).map(({ name }) => name)).toEqual(['Criterion 1']);
  expect(failedByAll({ meanScores: [mean(0, 0, 0)] })).toEqual([]);
  for (const texts of [en, ja]) expect(texts.failing).not.toBe(texts.pass);
});
