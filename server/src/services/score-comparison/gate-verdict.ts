// Decides the gate from a comparison: which thresholds were exceeded, and by how much.
import { ALPHA } from '#lib/stats/interval';
import { counted } from '#lib/wording';
import { type ScoreComparison } from './compare-scores.ts';
import { isDrop, isMissing, isNew, type CriterionDelta } from './criterion-delta.ts';
import { probability } from './explain-verdict.ts';
import { sameOutputsCaution, undecidedCriterion, undecidedMean, type Caution } from './gate-caution.ts';

export const GATE_VERDICTS = ['pass', 'fail', 'inconclusive', 'no_baseline'] as const;

/** In normalised units, 0 to 1 of each criterion's scale. */
export interface GateThresholds {
  /** Maximum drop of the mean over all criteria. */
  maxMeanDrop?: number | undefined;
  /** Maximum drop of any single criterion. */
  maxCriterionDrop?: number | undefined;
  /** Maximum over all criteria together. */
  maxNewFailures?: number | undefined;
  /** A drop counts only if it is significant. */
  requireSignificance?: boolean | undefined;
  /** The gate fails if a drop exceeds a threshold but is not significant. */
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
  /** Each code once; `cautionDetails` has the figures. */
  cautions: Caution['code'][];
  cautionDetails: Caution[];
}

type Compared = Pick<ScoreComparison, 'criterionDeltas' | 'overall' | 'itemsAllowed'> & {
  /** Number of compared items if all of them have the same output in both runs. */
  sameOutputs?: number | null;
};

export const DEFAULT_MEAN_DROP = 0.05;
const MAX_UNSCORED = 0.1;

/** `compared` is null if there is no baseline. */
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
  const cautionDetails = [...undecided, ...(same > 0 ? [sameOutputsCaution(same)] : [])];
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
 * Fails the gate for a criterion that the baseline scored and the candidate did not, or on less than half of
 * the same items. A broken judge or an omitted criterion must not pass as 'nothing got worse'. A new
 * criterion does not fail the gate.
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
      message: `${name} was scored on ${counted(baselineCount, 'item')} in the baseline and on ${scored === 0 ? 'none' : `${scored} of them`} in the candidate, so it may have got worse. Run the candidate with this criterion, or use a baseline without it.`,
    };
  });
}

const scoredAgain = (delta: CriterionDelta): number =>
  isMissing(delta) ? 0 : (delta.pairedCount ?? delta.baselineCount);
const isHardlyScored = (delta: CriterionDelta): boolean => scoredAgain(delta) < delta.baselineCount / 2;

/**
 * Fails the gate if more than one item in ten of the candidate has no score, because the scored ones may be
 * the easy ones. A new criterion is compared with nothing, and one that `notScored` names already has its
 * violation.
 */
function unscored(deltas: readonly CriterionDelta[]): Violation[] {
  return deltas
    .filter((delta) => !isNew(delta) && !isHardlyScored(delta))
    .map((delta) => ({ delta, items: delta.candidateCount + delta.unscoredCount }))
    .filter(({ delta, items }) => delta.unscoredCount > Math.floor(items * MAX_UNSCORED))
    .map(({ delta: { criterionId, name, unscoredCount }, items }) => ({
      criterionId,
      kind: 'unscored',
      threshold: Math.floor(MAX_UNSCORED * items),
      observed: unscoredCount,
      message: `${name} could not be scored on ${unscoredCount} of ${counted(items, 'item')} of the candidate; at most one in ten may be missing. The run lists the reasons.`,
    }));
}

/** The result for a drop: a violation, or a caution if significance is required and missing. */
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
        message: `The mean over ${counted(criteria, 'criterion', 'criteria')} fell by ${show(-effect)} of the scale${p}; at most ${threshold} is allowed.`,
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
      message: `${counted(observed, 'score')} below the middle of the scale beyond the baseline's (${where}); at most ${threshold} ${threshold === 1 ? 'is' : 'are'} allowed.`,
    },
  ];
}

// A drop of exactly the threshold is allowed, and the mean of 0.1 and 0.2 must not exceed 0.15.
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
  message: 'The two runs have no scored criterion in common, so the gate cannot pass.',
};
