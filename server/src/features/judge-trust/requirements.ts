// The requirements for trusting a judge, and what it still lacks. docs/judge-trust.md and ADR 22 explain the
// limits.
import { wilson } from '#lib/stats/wilson';
import { DEGRADATIONS } from './degrade.ts';
import { MIN_FOR_KAPPA_INTERVAL } from '#lib/stats/kappa';
import type { JudgeTrust, Missing } from './schemas.ts';

const NEEDED = {
  probes: 20,
  detectedPct: 80,
  /** For every kind with at least `kindProbes`. */
  kindDetectedPct: 50,
  kindProbes: 3,
  repeatDiffPct: 10,
  /** Kappa needs an interval, and it exists only from this number of pairs on. */
  pairedCalls: MIN_FOR_KAPPA_INTERVAL,
  agreementPct: 70,
  /** Half a point: from there on, a mean of people rounds to another rating than that of the judge. */
  shift: 0.5,
  /** With 0.2, a judge that sees damage and else goes by length is trusted with a hundred pairs. */
  kappa: 0.3,
} as const;

/** From this number on, the lower bound of a share decides instead of the share. */
const BOUND_FROM = 50;
/**
 * The bound is one-sided: with 90 % confidence the share is above it. That is the lower end of the two-sided
 * 80 % interval. With 95 %, a judge that misses one in ten would be trusted with 48 probes (98 %) and lose
 * the trust with 60 (45 %).
 */
const BOUND_CONFIDENCE = 0.8;

export type TrustFigures = Pick<JudgeTrust, 'probe' | 'human'>;

export const NO_JUDGE: Missing = {
  code: 'no_judge',
  kind: null,
  state: 'too_few',
  value: null,
  bound: null,
  needed: null,
};

/** Empty if trust is established. */
export function missingFor({ probe, human }: TrustFigures): Missing[] {
  return [
    tooFew('probes', probe.probes, NEEDED.probes),
    share('detected', probe.probes, probe.detectedPct, NEEDED.detectedPct),
    ...DEGRADATIONS.map((kind) => undetected(kind, probe.byKind[kind])),
    unstable(probe),
    tooFew('pairs', human.pairedCalls, NEEDED.pairedCalls),
    share('agreement', human.pairedCalls, human.agreementPctWithin1, NEEDED.agreementPct),
    shifted(human),
    chanceAgreement(human),
  ].filter((each) => each !== null);
}

/** Tolerance for floating-point sums. */
const EPSILON = 1e-9;

const tooFew = (code: 'probes' | 'pairs', value: number, needed: number): Missing | null =>
  value >= needed ? null : { code, kind: null, state: 'too_few', value, bound: null, needed };

function share(
  code: 'detected' | 'agreement',
  n: number,
  value: number | null,
  needed: number,
): Missing | null {
  if (value === null) return null;
  const bound = n < BOUND_FROM ? null : lowerBound(value, n);
  if ((bound ?? value) >= needed - EPSILON) return null;
  const state = value >= needed - EPSILON ? 'uncertain' : 'failed';
  return { code, kind: null, state, value, bound, needed };
}

const lowerBound = (pct: number, n: number): number =>
  (wilson(Math.round((pct / 100) * n), n, BOUND_CONFIDENCE)?.low ?? 0) * 100;

/** The upper end of the interval always decides, because it keeps unstable judges out. */
function unstable({ repeatDiffPct, repeatDiffHigh }: TrustFigures['probe']): Missing | null {
  const needed = NEEDED.repeatDiffPct;
  if (repeatDiffPct === null || repeatDiffHigh === null || repeatDiffHigh <= needed + EPSILON) return null;
  const state = repeatDiffPct <= needed + EPSILON ? 'uncertain' : 'failed';
  return { code: 'stable', kind: null, state, value: repeatDiffPct, bound: repeatDiffHigh, needed };
}

function undetected(
  kind: (typeof DEGRADATIONS)[number],
  { probes, detected }: { probes: number; detected: number },
): Missing | null {
  if (probes < NEEDED.kindProbes || detected * 2 >= probes) return null;
  const value = (detected / probes) * 100;
  const needed = NEEDED.kindDetectedPct;
  return { code: 'detected_kind', kind, state: 'failed', value, bound: null, needed };
}

/** The end of the interval that is further from 0 decides: the judge is neither kinder nor harsher than people. */
function shifted({
  pairedCalls,
  meanDiff,
  meanDiffLow,
  meanDiffHigh,
}: TrustFigures['human']): Missing | null {
  const needed = NEEDED.shift;
  if (pairedCalls < NEEDED.pairedCalls || meanDiff === null) return null;
  const [low, high] = [meanDiffLow ?? -4, meanDiffHigh ?? 4];
  const bound = high > -low ? high : low;
  if (Math.abs(bound) <= needed + EPSILON) return null;
  const state = Math.abs(meanDiff) <= needed + EPSILON ? 'uncertain' : 'failed';
  return { code: 'shift', kind: null, state, value: meanDiff, bound, needed };
}

/** With too few pairs for an interval, pairs are missing instead. */
function chanceAgreement({ pairedCalls, kappa, kappaLow }: TrustFigures['human']): Missing | null {
  const needed = NEEDED.kappa;
  if (pairedCalls < NEEDED.pairedCalls || (kappaLow !== null && kappaLow > needed)) return null;
  const state = kappa !== null && kappa <= needed && kappaLow !== null ? 'failed' : 'uncertain';
  return { code: 'kappa', kind: null, state, value: kappa, bound: kappaLow, needed };
}

const SENTENCES: Readonly<Record<Missing['code'], (missing: Missing) => string>> = {
  no_judge: () => 'No judge is configured.',
  probes: ({ value, needed }) => `${value} of the ${needed} probes that are needed.`,
  detected: (missing) =>
    `${down(missing.value)} % of damaged answers scored lower${least(missing)}; ${missing.needed} % are needed.`,
  detected_kind: ({ kind, value, needed }) =>
    `${down(value)} % of answers that were ${kind} scored lower; ${needed} % are needed of every kind.`,
  stable: ({ value, bound, needed }) =>
    `Two scores of the same answer are ${up(value)} % of the scale apart on average (at most ${up(bound)} %); at most ${needed} % are allowed.`,
  pairs: ({ value, needed }) =>
    `${value} of the ${needed} calls that are needed with scores of people and of this judge.`,
  agreement: (missing) =>
    `${down(missing.value)} % of those scores are within one point of each other${least(missing)}; ${missing.needed} % are needed.`,
  shift: ({ value, bound, needed }) =>
    `The judge gives ${points(value)} than people on average (up to ${points(bound)}); at most ${needed} of a point either way is allowed.`,
  kappa: ({ value, bound, needed }) =>
    bound === null
      ? 'Whether the judge agrees with people by more than chance is not known: people or the judge gave one rating throughout.'
      : `Kappa is ${down(value)}, at least ${down(bound)}: more than ${needed} is needed, or the judge measures something else than people.`,
};

export const requirementSentence = (missing: Missing): string => SENTENCES[missing.code](missing);

/** Rounds away from 0. */
const points = (value: number | null): string =>
  `${Math.ceil(Math.abs(value ?? 0) * 100 - EPSILON) / 100} points ${(value ?? 0) < 0 ? 'less' : 'more'}`;

const least = ({ bound }: Missing): string => (bound === null ? '' : ` (at least ${down(bound)} %)`);

/** Rounds away from the limit, so that a value that falls short never reads as enough. */
const down = (value: number | null): number => Math.floor((value ?? 0) * 100 + EPSILON) / 100;
const up = (value: number | null): number => Math.ceil((value ?? 0) * 10 - EPSILON) / 10;
