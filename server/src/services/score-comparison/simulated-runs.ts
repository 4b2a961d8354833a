// Simulated runs with a known change or none, for the test of the gate's promise and its bench.
import { seededRandom } from '#lib/seeded-random';
import { type ScoredCriterion } from './scores.ts';

type Draw = () => number;

interface Shape {
  scaleMin: number;
  scaleMax: number;
  scoreType: ScoredCriterion['scoreType'];
  /** The step of the scale; 0 for continuous scores. */
  step: 0 | 1;
  /** `level` is the quality of the item and `noise` the error of one judgement; both are standard normal. */
  score: (level: number, noise: number) => number;
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Five kinds of scores. Half of the variance belongs to the item and stays from run to run; the other half is
 * new in every judgement. Two real runs of one prompt look about like this.
 */
export const SHAPES = {
  'continuous 0-1': {
    scaleMin: 0,
    scaleMax: 1,
    scoreType: 'numeric',
    step: 0,
    score: (level, noise) => within(0.6 + 0.15 * (level + noise), 0, 1),
  },
  '1-5': {
    scaleMin: 1,
    scaleMax: 5,
    scoreType: 'numeric',
    step: 1,
    score: (level, noise) => within(Math.round(3.6 + 0.8 * (level + noise)), 1, 5),
  },
  'pass/fail': {
    scaleMin: 0,
    scaleMax: 1,
    scoreType: 'boolean',
    step: 1,
    score: (level, noise) => (level + noise > -1 ? 1 : 0),
  },
  'skewed 0-100': {
    scaleMin: 0,
    scaleMax: 100,
    scoreType: 'numeric',
    step: 0,
    score: (level, noise) => within(100 - 12 * Math.exp(0.9 * (level + noise)), 0, 100),
  },
  '1-10, ceiling': {
    scaleMin: 1,
    scaleMax: 10,
    scoreType: 'numeric',
    step: 1,
    score: (level, noise) => within(Math.round(9.6 + 0.8 * (level + noise)), 1, 10),
  },
} satisfies Record<string, Shape>;
export type ShapeName = keyof typeof SHAPES;

export interface Cell {
  shape: ShapeName;
  /** Items of the baseline, and of the candidate if the runs have different items. */
  n: number;
  candidateN?: number;
  criteria: number;
  /** True for the same items in both runs, false for two samples of calls. */
  paired: boolean;
  /** Correlation between the criteria, for item and judgement alike. */
  correlation?: number;
  /** The true drop of the mean, 0 to 1 of the scale. */
  drop?: number;
}

const normal = (random: Draw): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Generates pairs of runs, deterministic for a seed. */
export function simulateRuns(cell: Cell, seed: number): () => [ScoredCriterion[], ScoredCriterion[]] {
  const random = seededRandom(seed);
  const { shape, n, candidateN = n, criteria, paired, correlation = 0, drop = 0 } = cell;
  const kind: Shape = SHAPES[shape];
  const spans = Array.from({ length: criteria }, (_, at) => at);
  /** One value per criterion, correlated with each other. */
  const correlated = (): number[] => {
    const common = normal(random);
    return spans.map(() => Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * normal(random));
  };
  const levelsOf = (items: number): number[][] => Array.from({ length: items }, correlated);
  const run = (name: string, levels: readonly number[][], fall: number): ScoredCriterion[] => {
    const judgements = levels.map(() => correlated());
    return spans.map((at) => ({
      criterionId: at + 1,
      name: `Criterion ${at + 1}`,
      scaleMin: kind.scaleMin,
      scaleMax: kind.scaleMax,
      scoreType: kind.scoreType,
      scores: levels.map((level, item) => ({
        itemKey: paired ? `item-${item}` : `${name}-${item}`,
        callId: `${name}-${item}`,
        score: fallen(kind, kind.score(level[at] ?? 0, judgements[item]?.[at] ?? 0), fall, random),
      })),
    }));
  };
  return () => {
    const levels = levelsOf(n);
    return [run('a', levels, 0), run('b', paired ? levels : levelsOf(candidateN), drop)];
  };
}

/**
 * Continuous scores all fall by the same amount. Scores in steps fall by a whole step, often enough to lower
 * the mean by that amount. The lower end of the scale absorbs a little of it.
 */
function fallen(
  { scaleMin, scaleMax, scoreType, step }: Shape,
  score: number,
  drop: number,
  random: Draw,
): number {
  if (drop === 0) return score;
  const fall = drop * (scaleMax - scaleMin);
  if (step === 0) return Math.max(scaleMin, score - fall);
  // A pass can become a fail, but a fail cannot fall.
  const steps = scoreType === 'boolean' ? fall / PASSING : fall;
  const whole = Math.floor(steps);
  return Math.max(scaleMin, score - whole - (random() < steps - whole ? 1 : 0));
}

/** P(level + noise > -1), the sum of two standard normals. */
const PASSING = 0.76;
