// The arithmetic of agreement and trust, without a store.
import { cohenKappa } from '#lib/stats/kappa';
import { wilson } from '#lib/stats/wilson';

/** Sums of fractions are not exact in binary: a tenth of the scale apart is a tenth apart. */
const EPSILON = 1e-9;

export interface Pair {
  callId: string;
  /** 1 to 5, both. */
  human: number;
  judge: number;
}

export interface AgreementFigures {
  pairedCalls: number;
  meanHuman: number | null;
  meanJudge: number | null;
  meanAbsDiff: number | null;
  agreementPctWithin1: number | null;
  agreementLow: number | null;
  agreementHigh: number | null;
  kappa: number | null;
  kappaLow: number | null;
  kappaHigh: number | null;
}

/** From 0-1 of a scale to the 1-5 of people. */
export const onFive = (normalized: number): number => 1 + 4 * normalized;

export const diffOf = ({ human, judge }: Pair): number => judge - human;

export function agreementFigures(pairs: readonly Pair[]): AgreementFigures {
  const n = pairs.length;
  const within = pairs.filter((pair) => Math.abs(diffOf(pair)) <= 1 + EPSILON).length;
  const interval = wilson(within, n);
  const kappa = cohenKappa(
    pairs.map(({ human, judge }) => [rating(human), rating(judge)]),
    'quadratic',
  );
  return {
    pairedCalls: n,
    meanHuman: mean(pairs.map(({ human }) => human)),
    meanJudge: mean(pairs.map(({ judge }) => judge)),
    meanAbsDiff: mean(pairs.map((pair) => Math.abs(diffOf(pair)))),
    agreementPctWithin1: percent(within, n),
    agreementLow: interval && interval.low * 100,
    agreementHigh: interval && interval.high * 100,
    kappa: kappa?.kappa ?? null,
    kappaLow: kappa?.interval?.low ?? null,
    kappaHigh: kappa?.interval?.high ?? null,
  };
}

const rating = (value: number): number => Math.min(5, Math.max(1, Math.round(value + EPSILON)));

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const percent = (part: number, n: number): number | null => (n === 0 ? null : (part / n) * 100);

export interface Scores {
  /** 0 to 1 of the scale, each. */
  original: number;
  again: number;
  degraded: number;
}

/** Lower or higher than both: what lies between two scores of one answer says nothing. */
export const outcomeOf = ({ original, again, degraded }: Scores) => ({
  detected: degraded < Math.min(original, again) - EPSILON,
  inverted: degraded > Math.max(original, again) + EPSILON,
  stable: Math.abs(original - again) <= 0.1 + EPSILON,
});

export const NEEDED = { probes: 20, detectedPct: 80, stablePct: 80, pairedCalls: 10, agreementPct: 70 };

export interface TrustFigures {
  probe: { probes: number; detectedPct: number | null; stablePct: number | null };
  human: { pairedCalls: number; agreementPctWithin1: number | null };
}

/** What is not enough yet, one sentence each; nothing: trust is established. */
export function lackingFor({ probe, human }: TrustFigures): string[] {
  const { detectedPct, stablePct } = probe;
  const agreed = human.agreementPctWithin1;
  const lacking: [boolean, string][] = [
    [probe.probes < NEEDED.probes, `${probe.probes} of the ${NEEDED.probes} probes that are needed.`],
    [
      detectedPct !== null && detectedPct < NEEDED.detectedPct,
      `${shown(detectedPct)} of spoilt answers scored lower; ${NEEDED.detectedPct} % are needed.`,
    ],
    [
      stablePct !== null && stablePct < NEEDED.stablePct,
      `${shown(stablePct)} of answers scored the same twice; ${NEEDED.stablePct} % are needed.`,
    ],
    [
      human.pairedCalls < NEEDED.pairedCalls,
      `${human.pairedCalls} of the ${NEEDED.pairedCalls} calls that are needed with scores of people and of this judge.`,
    ],
    [
      agreed !== null && agreed < NEEDED.agreementPct,
      `${shown(agreed)} of those scores are within one point of each other; ${NEEDED.agreementPct} % are needed.`,
    ],
  ];
  return lacking.filter(([lacks]) => lacks).map(([, sentence]) => sentence);
}

/** Downwards, so that what falls short never reads as enough. */
const shown = (pct: number | null): string => `${Math.floor((pct ?? 0) * 10) / 10} %`;
