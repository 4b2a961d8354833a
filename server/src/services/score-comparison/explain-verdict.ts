// Words the verdict: what happened, how certain it is, and what to do if it is not.
import { counted } from '#lib/wording';
import {
  isDrop,
  isGain,
  isMissing,
  isNew,
  isWeak,
  type ComparisonVerdict,
  type CriterionDelta,
} from './criterion-delta.ts';

interface Asked {
  /** The drop that the data should have been able to show. */
  drop: number;
  /** Maximum number of items in runs of this kind; null if unknown. */
  itemsAllowed: number | null;
}

export function explainVerdict(
  verdict: ComparisonVerdict,
  deltas: readonly CriterionDelta[],
  asked: Asked,
): string {
  const missing = deltas.filter(isMissing);
  const gone =
    missing.length === 0 ? '' : ` Not scored by the candidate, so not compared: ${names(missing)}.`;
  return sentence(verdict, deltas, asked) + chance(deltas) + (verdict === 'inconclusive' ? '' : gone);
}

function sentence(verdict: ComparisonVerdict, deltas: readonly CriterionDelta[], asked: Asked): string {
  const drops = deltas.filter(isDrop);
  const gains = deltas.filter(isGain);
  if (verdict === 'regressed') {
    const beside = gains.length === 0 ? '' : ` ${list(gains.map(moved))}.`;
    return `${list(drops.map(moved))}.${beside}`;
  }
  if (verdict === 'improved') return `${list(gains.map(moved))}; nothing fell significantly.`;
  if (verdict === 'unchanged')
    return `No significant change in ${counted(compared(deltas).length, 'criterion', 'criteria')}, and a drop of ${asked.drop} of the scale would have shown.`;
  return uncertain(deltas, asked);
}

function uncertain(deltas: readonly CriterionDelta[], { drop, itemsAllowed }: Asked): string {
  if (compared(deltas).length === 0)
    return 'The two runs have no scored criterion in common: nothing was compared.';
  const open = deltas.filter((delta) => !isNew(delta) && !delta.conclusive);
  if (open.length === 0) return 'No change beyond what the number of criteria explains.';
  const parts = open.map((delta) => {
    if (isMissing(delta)) return `${delta.name} was not scored by the candidate`;
    if (delta.direction === 'mixed')
      return `in ${delta.name} most items moved one way and the mean the other`;
    const each = delta.pairedCount === null ? ' in each run' : '';
    const needed = delta.itemsNeeded === null ? '' : `, about ${delta.itemsNeeded}${each} would do`;
    return `${delta.name} had ${sampleOf(delta)}${needed}`;
  });
  const most = Math.max(...open.map(({ itemsNeeded }) => itemsNeeded ?? 0));
  const limit = beyondLimitNote(most, itemsAllowed);
  return `No significant change, but the data could not rule out a drop of ${drop} of the scale: ${parts.join('; ')}.${limit}`;
}

/** For runs that cannot have as many items as needed. */
export const beyondLimitNote = (needed: number | null, allowed: number | null): string =>
  needed !== null && allowed !== null && needed > allowed
    ? ` These runs can have ${counted(allowed, 'item')} at most, so they cannot show it.`
    : '';

function moved(delta: CriterionDelta): string {
  const { ciLow, ciHigh, pValue } = delta;
  const interval =
    ciLow === null || ciHigh === null ? '' : `, 95 % interval ${signed(ciLow)} to ${signed(ciHigh)}`;
  return `${movement(delta)} (p ${probability(pValue ?? 1)}${interval}, ${sampleOf(delta)})`;
}

const movement = ({ name, effect }: CriterionDelta): string =>
  `${name} ${(effect ?? 0) < 0 ? 'fell' : 'rose'} by ${Math.abs(effect ?? 0).toFixed(3)} of its scale`;

/** Explains that among many criteria one in twenty moves by chance. */
function chance(deltas: readonly CriterionDelta[]): string {
  const weak = deltas.filter((delta) => isWeak(delta) && delta.direction !== 'mixed');
  if (weak.length === 0) return '';
  const tests = deltas.filter(({ pValue }) => pValue !== null).length;
  const each = weak.map(
    (delta) =>
      `${movement(delta)} (p ${probability(delta.pValue ?? 1)}, adjusted p ${probability(delta.pAdjusted ?? 1)})`,
  );
  return ` ${list(each)}: among ${tests} criteria that could be chance.`;
}

const compared = (deltas: readonly CriterionDelta[]): CriterionDelta[] =>
  deltas.filter(({ test }) => test !== null);

const sampleOf = ({ pairedCount, baselineCount, candidateCount }: CriterionDelta): string =>
  pairedCount === null ? `${baselineCount} and ${candidateCount} scores` : counted(pairedCount, 'item');

const names = (deltas: readonly CriterionDelta[]): string => list(deltas.map(({ name }) => name));
const signed = (value: number): string =>
  (value > 0 ? '+' : value < 0 ? '-' : '') + Math.abs(value).toFixed(3);
export const probability = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);

function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
