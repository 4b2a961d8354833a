// The gate's decision over the rows of a comparison: which thresholds were passed over, and by what.
import { isMissing, isSignificantDrop, type CriterionDelta } from './criterion-delta.ts';
import { count } from './note-on.ts';

export const GATE_VERDICTS = ['pass', 'fail', 'no_baseline'] as const;

/** In normalised units, 0-1 of each criterion's scale. */
export interface GateThresholds {
  /** How far the mean over the criteria may drop. */
  maxMeanDrop?: number | undefined;
  /** How far any one criterion may drop. */
  maxCriterionDrop?: number | undefined;
  /** Over all criteria together. */
  maxNewFailures?: number | undefined;
  requireSignificance?: boolean | undefined;
  allowMissingBaseline?: boolean | undefined;
}

export const VIOLATION_KINDS = [
  'mean_drop',
  'criterion_drop',
  'new_failures',
  'criterion_not_scored',
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
}

export const DEFAULT_MEAN_DROP = 0.05;

/** `deltas` is null where there is no baseline to compare with. */
export function gateVerdict(
  deltas: readonly CriterionDelta[] | null,
  thresholds: GateThresholds = {},
): GateVerdict {
  if (deltas === null) {
    const pass = thresholds.allowMissingBaseline === true;
    return { pass, verdict: 'no_baseline', violations: pass ? [] : [NO_BASELINE] };
  }
  const { maxMeanDrop, maxCriterionDrop, maxNewFailures } = thresholds;
  const noneGiven = [maxMeanDrop, maxCriterionDrop, maxNewFailures].every((given) => given === undefined);
  const compared = deltas.filter(({ effect }) => effect !== null);
  const violations = [
    ...notScored(deltas),
    ...(compared.length === 0 && !deltas.some(isMissing) ? [NOTHING_COMPARED] : []),
    ...meanDrop(compared, noneGiven ? DEFAULT_MEAN_DROP : maxMeanDrop, thresholds),
    ...criterionDrops(compared, maxCriterionDrop, thresholds),
    ...newFailures(compared, maxNewFailures),
  ];
  const pass = violations.length === 0;
  return { pass, verdict: pass ? 'pass' : 'fail', violations };
}

/**
 * A criterion that the baseline scored and the candidate did not, or on less than half of the same items, fails the
 * gate: a judge that broke down, or a criterion that somebody left out, must not read as 'nothing got worse'. One that
 * is new in the candidate does not.
 */
function notScored(deltas: readonly CriterionDelta[]): Violation[] {
  return deltas
    .map((delta) => ({ delta, scored: isMissing(delta) ? 0 : (delta.pairedCount ?? delta.baselineCount) }))
    .filter(({ delta, scored }) => scored < delta.baselineCount / 2)
    .map(({ delta: { criterionId, name, baselineCount }, scored }) => ({
      criterionId,
      kind: 'criterion_not_scored',
      threshold: Math.ceil(baselineCount / 2),
      observed: scored,
      message: `${name} was scored on ${count(baselineCount, 'item')} in the baseline and on ${scored === 0 ? 'none' : `${scored} of them`} in the candidate, so nobody can say that it did not get worse. Run the candidate with it, or take a baseline without it.`,
    }));
}

function meanDrop(
  compared: readonly CriterionDelta[],
  threshold: number | undefined,
  { requireSignificance = false }: GateThresholds,
): Violation[] {
  if (threshold === undefined || compared.length === 0) return [];
  const observed = -compared.reduce((sum, { effect }) => sum + (effect ?? 0), 0) / compared.length;
  if (!exceeds(observed, threshold)) return [];
  // The mean has no test of its own: it takes at least one criterion of it that fell by more than chance.
  if (requireSignificance && !compared.some(isSignificantDrop)) return [];
  return [
    {
      criterionId: null,
      kind: 'mean_drop',
      threshold,
      observed: tidy(observed),
      message: `The mean over ${count(compared.length, 'criterion', 'criteria')} fell by ${show(observed)} of the scale; at most ${threshold} is allowed.`,
    },
  ];
}

function criterionDrops(
  compared: readonly CriterionDelta[],
  threshold: number | undefined,
  { requireSignificance = false }: GateThresholds,
): Violation[] {
  if (threshold === undefined) return [];
  return compared
    .filter((delta) => exceeds(-(delta.effect ?? 0), threshold))
    .filter((delta) => !requireSignificance || isSignificantDrop(delta))
    .map(({ criterionId, name, effect, pValue }) => ({
      criterionId,
      kind: 'criterion_drop',
      threshold,
      observed: tidy(-(effect ?? 0)),
      message: `${name} fell by ${show(-(effect ?? 0))} of its scale${pValue === null ? '' : ` (p ${pValue < 0.001 ? '< 0.001' : `= ${pValue.toFixed(3)}`})`}; at most ${threshold} is allowed.`,
    }));
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

// A drop of exactly the threshold is allowed, and 0.8 - 0.75 must not be more than 0.05.
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
