// The gate's decision over a comparison: which thresholds were passed over, and by what.
import { ALPHA } from '#lib/stats/interval';
import { type Comparison } from './compare-scores.ts';
import { isDrop, isMissing, isNew, type CriterionDelta } from './criterion-delta.ts';
import { probability } from './explain-verdict.ts';
import { sameOutputs, undecidedCriterion, undecidedMean, type Caution } from './gate-caution.ts';
import { count } from './note-on.ts';

export const GATE_VERDICTS = ['pass', 'fail', 'inconclusive', 'no_baseline'] as const;

/** In normalised units, 0-1 of each criterion's scale. */
export interface GateThresholds {
  /** How far the mean over the criteria may drop. */
  maxMeanDrop?: number | undefined;
  /** How far any one criterion may drop. */
  maxCriterionDrop?: number | undefined;
  /** Over all criteria together. */
  maxNewFailures?: number | undefined;
  /** A drop counts only where a test finds it. */
  requireSignificance?: boolean | undefined;
  /** A drop beyond a threshold that the data cannot decide does not pass. */
  failOnInconclusive?: boolean | undefined;
  allowMissingBaseline?: boolean | undefined;
}

export const VIOLATION_KINDS = [
  'mean_drop',
  'criterion_drop',
  'new_failures',
  'criterion_not_scored',
  'unscored',
  'nothing_compared',
  'no_baseline',
] as const;

export interface Violation {
  criterionId: number | null;
  kind: (typeof VIOLATION_KINDS)[number];
  threshold: number | null;
  observed: number | null;
  message: string;
}

export interface GateVerdict {
  pass: boolean;
  verdict: (typeof GATE_VERDICTS)[number];
  violations: Violation[];
  /** Each code once; the figures are in `cautionDetails`. */
  cautions: Caution['code'][];
  cautionDetails: Caution[];
}

export type Compared = Pick<Comparison, 'criterionDeltas' | 'overall' | 'itemsAllowed'> & {
  /** How many items have the same output in both runs, where all that were compared have. */
  sameOutputs?: number | null;
};

export const DEFAULT_MEAN_DROP = 0.05;
const MOST_UNSCORED = 0.1;

/** `compared` is null where there is no baseline to compare with. */
export function gateVerdict(compared: Compared | null, thresholds: GateThresholds = {}): GateVerdict {
  if (compared === null) {
    const pass = thresholds.allowMissingBaseline === true;
    const violations = pass ? [] : [NO_BASELINE];
    return { pass, verdict: 'no_baseline', violations, cautions: [], cautionDetails: [] };
  }
  const { criterionDeltas: deltas } = compared;
  const both = deltas.filter(({ effect }) => effect !== null);
  const drops = [...meanDrop(compared, thresholds), ...criterionDrops(compared, thresholds)];
  const violations = [
    ...notScored(deltas),
    ...unscored(deltas),
    ...(both.length === 0 && !deltas.some(isMissing) ? [NOTHING_COMPARED] : []),
    ...drops.flatMap(({ violation }) => violation ?? []),
    ...newFailures(both, thresholds.maxNewFailures),
  ];
  const undecided = drops.flatMap(({ caution }) => caution ?? []);
  const same = compared.sameOutputs ?? 0;
  const cautionDetails = [...undecided, ...(same > 0 ? [sameOutputs(same)] : [])];
  const verdict = violations.length > 0 ? 'fail' : undecided.length > 0 ? 'inconclusive' : 'pass';
  return {
    pass: verdict === 'pass' || (verdict === 'inconclusive' && thresholds.failOnInconclusive !== true),
    verdict,
    violations,
    cautions: [...new Set(cautionDetails.map(({ code }) => code))],
    cautionDetails,
  };
}

/**
 * A criterion that the baseline scored and the candidate did not, or on less than half of the same items, fails the
 * gate: a judge that broke down, or a criterion that somebody left out, must not read as 'nothing got worse'. One that
 * is new in the candidate does not.
 */
function notScored(deltas: readonly CriterionDelta[]): Violation[] {
  return deltas.filter(isHardlyScored).map((delta) => {
    const { criterionId, name, baselineCount } = delta;
    const scored = scoredAgain(delta);
    return {
      criterionId,
      kind: 'criterion_not_scored',
      threshold: Math.ceil(baselineCount / 2),
      observed: scored,
      message: `${name} was scored on ${count(baselineCount, 'item')} in the baseline and on ${scored === 0 ? 'none' : `${scored} of them`} in the candidate, so nobody can say that it did not get worse. Run the candidate with it, or take a baseline without it.`,
    };
  });
}

const scoredAgain = (delta: CriterionDelta): number =>
  isMissing(delta) ? 0 : (delta.pairedCount ?? delta.baselineCount);
const isHardlyScored = (delta: CriterionDelta): boolean => scoredAgain(delta) < delta.baselineCount / 2;

/**
 * More than one item in ten without a score in the candidate: what is left may be the easy ones. A criterion that is
 * new is held against nothing, and one that `notScored` names has its violation already.
 */
function unscored(deltas: readonly CriterionDelta[]): Violation[] {
  return deltas
    .filter((delta) => !isNew(delta) && !isHardlyScored(delta))
    .map((delta) => ({ delta, items: delta.candidateCount + delta.unscoredCount }))
    .filter(({ delta, items }) => delta.unscoredCount > Math.floor(items * MOST_UNSCORED))
    .map(({ delta: { criterionId, name, unscoredCount }, items }) => ({
      criterionId,
      kind: 'unscored',
      threshold: Math.floor(MOST_UNSCORED * items),
      observed: unscoredCount,
      message: `${name} could not be scored on ${unscoredCount} of ${count(items, 'item')} of the candidate; at most one in ten may be missing. The run lists the reasons.`,
    }));
}

/** What a drop comes to: a violation, or a caution where a test is asked for and does not find it. */
interface Finding {
  violation?: Violation;
  caution?: Caution;
}

function meanDrop(
  { overall, itemsAllowed }: Compared,
  { maxMeanDrop, maxCriterionDrop, maxNewFailures, requireSignificance = false }: GateThresholds,
): Finding[] {
  const noneGiven = [maxMeanDrop, maxCriterionDrop, maxNewFailures].every((given) => given === undefined);
  const threshold = noneGiven ? DEFAULT_MEAN_DROP : maxMeanDrop;
  if (threshold === undefined || overall === null) return [];
  const { criteria, effect, pValue } = overall;
  if (!exceeds(-effect, threshold)) return [];
  const byTest = noneGiven || requireSignificance;
  if (byTest && (pValue === null || pValue >= ALPHA))
    return [{ caution: undecidedMean(overall, { threshold, itemsAllowed }) }];
  const p = byTest && pValue !== null ? ` (p ${probability(pValue)})` : '';
  return [
    {
      violation: {
        criterionId: null,
        kind: 'mean_drop',
        threshold,
        observed: tidy(-effect),
        message: `The mean over ${count(criteria, 'criterion', 'criteria')} fell by ${show(-effect)} of the scale${p}; at most ${threshold} is allowed.`,
      },
    },
  ];
}

function criterionDrops(
  { criterionDeltas, itemsAllowed }: Compared,
  { maxCriterionDrop: threshold, requireSignificance = false }: GateThresholds,
): Finding[] {
  if (threshold === undefined) return [];
  return criterionDeltas
    .filter(({ effect }) => effect !== null && exceeds(-effect, threshold))
    .map((delta) => {
      if (requireSignificance && !isDrop(delta))
        return { caution: undecidedCriterion(delta, { threshold, itemsAllowed }) };
      const { criterionId, name, effect, pValue } = delta;
      return {
        violation: {
          criterionId,
          kind: 'criterion_drop',
          threshold,
          observed: tidy(-(effect ?? 0)),
          message: `${name} fell by ${show(-(effect ?? 0))} of its scale${pValue === null ? '' : ` (p ${probability(pValue)})`}; at most ${threshold} is allowed.`,
        },
      };
    });
}

function newFailures(compared: readonly CriterionDelta[], threshold: number | undefined): Violation[] {
  if (threshold === undefined) return [];
  const observed = compared.reduce((sum, { newFailures }) => sum + newFailures, 0);
  if (observed <= threshold) return [];
  const where = compared
    .filter(({ newFailures }) => newFailures > 0)
    .map(({ name, newFailures }) => `${name} ${newFailures}`)
    .join(', ');
  return [
    {
      criterionId: null,
      kind: 'new_failures',
      threshold,
      observed,
      message: `${count(observed, 'score')} below the middle of the scale beyond the baseline's (${where}); at most ${threshold} ${threshold === 1 ? 'is' : 'are'} allowed.`,
    },
  ];
}

// A drop of exactly the threshold is allowed, and the mean of 0.1 and 0.2 must not be more than 0.15.
const exceeds = (observed: number, threshold: number): boolean => observed > threshold + 1e-9;
const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;
const show = (value: number): string => value.toFixed(3);

const NO_BASELINE: Violation = {
  criterionId: null,
  kind: 'no_baseline',
  threshold: null,
  observed: null,
  message: 'There is no completed run to compare with. Allow a missing baseline for the first run of a name.',
};

const NOTHING_COMPARED: Violation = {
  criterionId: null,
  kind: 'nothing_compared',
  threshold: null,
  observed: 0,
  message: 'The two runs have no scored criterion in common: there is nothing that could pass.',
};
