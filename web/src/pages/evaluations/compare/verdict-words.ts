// What the page says about a comparison, from its figures. The service decides; this only finds words.
import type { Schemas } from '#api';
import type { SameKeys } from '#i18n';
import type { compareTexts } from './texts.ts';

type Comparison = Schemas['EvalComparison'];
type Delta = Schemas['CriterionDelta'];
type Gate = Schemas['EvalGate'];
type Words = SameKeys<typeof compareTexts.en>;
export type Word = keyof typeof compareTexts.en.words;

/** From this chance on, a drop "would have shown". */
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
  // The service also settles a criterion by its interval, where the chance to see a drop was small.
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

/** The power matters only while it is open whether there was a drop. */
export const shownPower = (delta: Delta): number | null =>
  delta.significant || wordOf(delta) === 'ruledOut' ? null : delta.power;

export const scoringDiffers = (deltas: readonly Delta[]): boolean =>
  deltas.some(({ effect }) => effect !== null && effect !== 0);

interface Headline {
  look: Comparison['verdict'];
  title: string;
  about: string;
  /** Beside a change that was found. */
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
 * The gate only asks whether something got worse. What passes may be bad or may not have been compared at
 * all.
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
