// The verdict in words: what happened, how sure that is, and what to do when it is not.
import {
  isMissing,
  isNew,
  isSignificantDrop,
  isSignificantGain,
  type CriterionDelta,
} from './criterion-delta.ts';
import { count } from './note-on.ts';
import { type Verdict } from './verdict.ts';

export function explainVerdict(verdict: Verdict, deltas: readonly CriterionDelta[], drop: number): string {
  const missing = deltas.filter(isMissing);
  const gone =
    missing.length === 0 ? '' : ` Not scored by the candidate, so not compared: ${names(missing)}.`;
  return sentence(verdict, deltas, drop) + (verdict === 'inconclusive' ? '' : gone);
}

function sentence(verdict: Verdict, deltas: readonly CriterionDelta[], drop: number): string {
  const drops = deltas.filter(isSignificantDrop);
  const gains = deltas.filter(isSignificantGain);
  if (verdict === 'regressed') {
    const beside = gains.length === 0 ? '' : ` ${list(gains.map(moved))}.`;
    return `${list(drops.map(moved))}.${beside}${chance(drops)}`;
  }
  if (verdict === 'improved') return `${list(gains.map(moved))}; nothing fell significantly.${chance(gains)}`;
  if (verdict === 'unchanged')
    return `No significant change in ${count(compared(deltas).length, 'criterion', 'criteria')}, and a drop of ${drop} of the scale would have shown.`;
  return uncertain(deltas, drop);
}

function uncertain(deltas: readonly CriterionDelta[], drop: number): string {
  if (compared(deltas).length === 0)
    return 'The two runs have no scored criterion in common: nothing was compared.';
  const parts = deltas
    .filter((delta) => !isNew(delta) && !delta.conclusive)
    .map((delta) => {
      if (isMissing(delta)) return `${delta.name} was not scored by the candidate`;
      if (delta.direction === 'mixed')
        return `in ${delta.name} most items moved one way and the mean the other`;
      const each = delta.pairedCount === null ? ' in each run' : '';
      const needed = delta.itemsNeeded === null ? '' : `, about ${delta.itemsNeeded}${each} would do`;
      return `${delta.name} had ${sampleOf(delta)}${needed}`;
    });
  return `No significant change, but the data could not rule out a drop of ${drop} of the scale: ${parts.join('; ')}.`;
}

function moved(delta: CriterionDelta): string {
  const { name, effect, ciLow, ciHigh, pValue } = delta;
  const interval =
    ciLow === null || ciHigh === null ? '' : `, 95 % interval ${signed(ciLow)} to ${signed(ciHigh)}`;
  const by = Math.abs(effect ?? 0).toFixed(3);
  return `${name} ${(effect ?? 0) < 0 ? 'fell' : 'rose'} by ${by} of its scale (p ${probability(pValue ?? 1)}${interval}, ${sampleOf(delta)})`;
}

/** Among many criteria one in twenty moves by chance; where the adjusted p does not stand, a reader should know. */
function chance(found: readonly CriterionDelta[]): string {
  const weak = found.filter(({ pAdjusted }) => pAdjusted !== null && pAdjusted >= 0.05);
  if (weak.length === 0) return '';
  return ` Corrected for the number of criteria, ${names(weak)} could be chance (adjusted p ${weak
    .map(({ pAdjusted }) => probability(pAdjusted ?? 1))
    .join(', ')}).`;
}

const compared = (deltas: readonly CriterionDelta[]): CriterionDelta[] =>
  deltas.filter(({ test }) => test !== null);

const sampleOf = ({ pairedCount, baselineCount, candidateCount }: CriterionDelta): string =>
  pairedCount === null ? `${baselineCount} and ${candidateCount} scores` : count(pairedCount, 'item');

const names = (deltas: readonly CriterionDelta[]): string => list(deltas.map(({ name }) => name));
const signed = (value: number): string =>
  (value > 0 ? '+' : value < 0 ? '-' : '') + Math.abs(value).toFixed(3);
const probability = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);

function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
