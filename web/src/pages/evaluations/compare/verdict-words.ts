// Words the result of a comparison from its figures. The service decides; this module only phrases it.
import type { Schemas } from '#api';
import type { SameKeys } from '#i18n';
import type { compareTexts } from './texts.ts';

type Comparison = Schemas['EvalComparison'];
type Delta = Schemas['CriterionDelta'];
type Gate = Schemas['EvalGate'];
type Words = SameKeys<typeof compareTexts.en>;
export type Word = keyof typeof compareTexts.en.words;

/** With at least this power, a drop "would have shown". */
const ENOUGH_POWER = 0.8;

const wouldHaveShown = ({ power }: Delta): boolean => power !== null && power >= ENOUGH_POWER;

export function wordOf(delta: Delta): Word {
  if (delta.candidateCount === 0) return 'missing';
  if (delta.baselineCount === 0) return 'fresh';
  if (delta.direction === 'mixed') return 'mixed';
  if (delta.pValue === null) return 'untested';
  const found = (delta.pAdjusted ?? 1) < 0.05;
  if (delta.significant && delta.direction === 'down') return found ? 'down' : 'weakDown';
  if (delta.significant && delta.direction === 'up') return found ? 'up' : 'weakUp';
  if (!delta.conclusive) return 'unsure';
  // The service can also conclude from the interval alone, although the power was low.
  return wouldHaveShown(delta) ? 'same' : 'ruledOut';
}

interface Allowed {
  itemsAllowed: number | null;
  p: (value: number) => string;
}

export function sentenceOf(delta: Delta, texts: Words, { itemsAllowed, p }: Allowed): string {
  const word = wordOf(delta);
  const parts = [texts.words[word]];
  if (word === 'unsure' && delta.itemsNeeded !== null) {
    parts.push(texts.needed(String(delta.itemsNeeded), delta.pairedCount === null));
    if (itemsAllowed !== null && delta.itemsNeeded > itemsAllowed)
      parts.push(texts.tooMany(String(itemsAllowed)));
  }
  if ((word === 'weakDown' || word === 'weakUp') && delta.pAdjusted !== null)
    parts.push(texts.holm(p(delta.pAdjusted)));
  return parts.join(' ');
}

/** The power matters only while it is undecided whether there was a drop. */
export const shownPower = (delta: Delta): number | null =>
  delta.significant || wordOf(delta) === 'ruledOut' ? null : delta.power;

export const scoringDiffers = (deltas: readonly Delta[]): boolean =>
  deltas.some(({ effect }) => effect !== null && effect !== 0);

interface Headline {
  look: Comparison['verdict'];
  title: string;
  about: string;
  /** Shown together with a change that was found. */
  warning: string | null;
}

/** `same` is the number of outputs if both runs scored the same ones, else null. */
export function verdictHeadline(
  { verdict, explanation, criterionDeltas: deltas }: Comparison,
  same: string | null,
  texts: Words,
): Headline {
  const title = texts.verdicts[verdict];
  const sameOutputs = same === null ? null : texts.sameOutputs(same, scoringDiffers(deltas));
  if (verdict === 'improved' || verdict === 'regressed')
    return { look: verdict, title, about: texts.explain(verdict, explanation), warning: sameOutputs };
  if (sameOutputs !== null)
    return { look: 'inconclusive', title: texts.nothingToCompare, about: sameOutputs, warning: null };
  const ruledOut = verdict === 'unchanged' && deltas.some((delta) => wordOf(delta) === 'ruledOut');
  const about = ruledOut ? texts.ruledOut : texts.explain(verdict, explanation);
  return { look: verdict, title, about, warning: null };
}

type Run = Comparison['candidate'];

/** Criteria by which every scored item of the run has the lowest score. */
export const failedByAll = ({ meanScores }: Pick<Run, 'meanScores'>): { name: string; count: number }[] =>
  meanScores.filter(({ count, normalizedMean }) => count > 0 && normalizedMean === 0);

export type ShownDecision = 'pass' | 'fail' | 'undecided' | 'refused' | 'failing' | 'nothing';

/**
 * The gate only checks whether something got worse. A run that passes may be bad, or may not have been
 * compared at all.
 */
export function decisionOf(
  { pass, verdict, cautions }: Pick<Gate, 'pass' | 'verdict' | 'cautions'>,
  candidate: Pick<Run, 'meanScores'>,
): ShownDecision {
  if (!pass) return verdict === 'inconclusive' ? 'refused' : 'fail';
  if (failedByAll(candidate).length > 0) return 'failing';
  if (cautions.includes('same_outputs')) return 'nothing';
  return verdict === 'inconclusive' ? 'undecided' : 'pass';
}
