// Simulated judges, good and bad, and the traffic that they score. Used by simulation.proof.test.ts and
// proofs/judge-trust.ts. The product's own functions compute every figure and the verdict.
import { DEGRADATIONS, type Degradation } from './degrade.ts';
import {
  agreementFigures,
  apartIn,
  onFive,
  outcomeOf,
  type JudgedPair,
  type ProbeScores,
} from './figures.ts';
import { probeFigures } from './probe-figures.ts';
import { missingFor } from './requirements.ts';
import type { KindTally } from './store.ts';

/** An answer and its true quality, 1 to 5. */
interface Answer {
  quality: number;
  /** 0 to 1 of the longest. */
  length: number;
  damage: Degradation | null;
  /** Which of the three scores of a probe this is. */
  turn: 0 | 1 | 2;
}

/** A score from 1 to 5. */
export type MadeJudge = (answer: Answer, random: () => number) => number;

/** Shares of answers with quality 1 to 5. */
const TRAFFIC = { good: [0, 0, 0.2, 0.4, 0.4], wide: [0.1, 0.15, 0.25, 0.3, 0.2] } as const;
export type Traffic = keyof typeof TRAFFIC;

/** The quality after the damage, for an attentive judge. */
const DAMAGED: Readonly<Record<Degradation, number>> = {
  truncated: 2,
  shuffled: 2,
  swapped: 1,
  negated: 2,
  emptied: 1,
  off_language: 1,
};

/** People differ from the true quality by one point in three of ten answers. */
const PEOPLE_DIFFER = 0.3;

const onScale = (score: number): number => Math.min(5, Math.max(1, Math.round(score)));
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const noisy =
  (deviation: number): MadeJudge =>
  ({ quality }, random) =>
    onScale(quality + deviation * normal(random));

/** A judge with this noise that does not see one kind of damage. */
const blindTo =
  (kind: Degradation, deviation = 0): MadeJudge =>
  (answer, random) =>
    noisy(deviation)(answer.damage === kind ? undamaged(answer) : answer, random);

const originals = new WeakMap<Answer, Answer>();
const undamaged = (answer: Answer): Answer => originals.get(answer) ?? answer;

const constant =
  (score: number): MadeJudge =>
  () =>
    score;

/** A judge that sees damage and otherwise returns `score`. */
const seesDamage =
  (score: (answer: Answer, random: () => number) => number): MadeJudge =>
  (answer, random) =>
    answer.damage === null ? onScale(score(answer, random)) : 1;

export const GOOD_JUDGES: Readonly<Record<string, MadeJudge>> = {
  perfect: noisy(0),
  'noise 0.3': noisy(0.3),
};

/** Judges that must never be trusted. */
export const BAD_JUDGES: Readonly<Record<string, MadeJudge>> = {
  random: (_, random) => 1 + Math.floor(random() * 5),
  'always 4': constant(4),
  'always 5': constant(5),
  'length only': ({ length }) => onScale(1 + 4 * length),
  inverted: ({ quality }) => 6 - quality,
  '4 to all undamaged': seesDamage(() => 4),
  'reverse of people, sees damage': seesDamage(({ quality }) => 6 - quality),
  '+1 to everything': ({ quality }) => onScale(quality + 1),
  ...Object.fromEntries(DEGRADATIONS.map((kind) => [`blind to ${kind}`, blindTo(kind)])),
};

/** Sees damage, and else goes by length with a weak grain of truth, near the mean of people. */
const weak = (center: number): MadeJudge =>
  seesDamage(({ quality, length }) => center + 1.6 * (length - 0.5) + 0.2 * (quality - center));

/** Judges that may be trusted by chance, in at most 5 % of cases. */
export const WEAK_JUDGES: Readonly<Record<Traffic, MadeJudge>> = { good: weak(4.2), wide: weak(3.35) };

/** Judges in between: reported, without a promise. */
export const OTHER_JUDGES: Readonly<Record<string, MadeJudge>> = {
  'noise 0.5': noisy(0.5),
  'noise 1': noisy(1),
  'overlooks 1 in 10': (answer, random) =>
    answer.damage !== null && random() < 0.1 ? undamaged(answer).quality : answer.quality,
  '4-5 only': seesDamage(({ quality }) => (quality >= 4 ? 5 : 4)),
  '2 points too harsh': ({ quality }) => onScale(quality - 2),
  'first of three +1': ({ quality, turn }) => onScale(quality + (turn === 0 ? 1 : 0)),
  '4 to all undamaged, noise 0.3': seesDamage((_, random) => 4 + 0.3 * normal(random)),
  ...Object.fromEntries(DEGRADATIONS.map((kind) => [`blind to ${kind}, noise 0.3`, blindTo(kind, 0.3)])),
};

export interface Size {
  probes: number;
  pairs: number;
  /** There are so few judged calls that bad answers are probed too. */
  anyAnswer?: boolean;
}

/** What a judge lacks after this many probes and pairs; empty if it is trusted. */
export function tryOutJudge(judge: MadeJudge, traffic: Traffic, size: Size, random: () => number) {
  const probe = probeFigures(madeProbes(judge, traffic, size, random));
  const human = agreementFigures(madePairs(judge, traffic, size.pairs, random));
  return { missing: missingFor({ probe, human }), probe, human };
}

function madeAnswer(traffic: Traffic, random: () => number): Answer {
  let left = random();
  const at = TRAFFIC[traffic].findIndex((share) => (left -= share) < 0);
  return { quality: at < 0 ? 5 : at + 1, length: random(), damage: null, turn: 0 };
}

const MAX_TRIES = 50;

/** Selects calls as the service does: those that the judge scored in the upper half come first. */
function probed(judge: MadeJudge, traffic: Traffic, random: () => number): Answer {
  let answer = madeAnswer(traffic, random);
  for (let tries = 0; tries < MAX_TRIES && judge(answer, random) < 3; tries += 1)
    answer = madeAnswer(traffic, random);
  return answer;
}

function damagedBy(kind: Degradation, answer: Answer, random: () => number): Answer {
  const quality = Math.min(DAMAGED[kind], Math.max(1, answer.quality - 1));
  const length = { truncated: 0.2 * answer.length, emptied: 0, swapped: random() }[kind as string];
  const damaged: Answer = { quality, length: length ?? answer.length, damage: kind, turn: 1 };
  originals.set(damaged, { ...answer, turn: 1 });
  return damaged;
}

function madeProbes(
  judge: MadeJudge,
  traffic: Traffic,
  { probes, anyAnswer = false }: Size,
  random: () => number,
): KindTally[] {
  const part = (of: Answer) => (judge(of, random) - 1) / 4;
  // The kinds in turn, as in the service.
  return DEGRADATIONS.map((kind, turn) => {
    const tally = {
      kind,
      probes: 0,
      canFall: 0,
      detected: 0,
      inverted: 0,
      stable: 0,
      apart: 0,
      apartSquares: 0,
    };
    for (let at = turn; at < probes; at += DEGRADATIONS.length) {
      const answer = anyAnswer ? madeAnswer(traffic, random) : probed(judge, traffic, random);
      const scores: ProbeScores = {
        original: part(answer),
        degraded: part(damagedBy(kind, answer, random)),
        again: part({ ...answer, turn: 2 }),
      };
      const { detected, inverted, stable, canFall } = outcomeOf(scores);
      tally.probes += 1;
      tally.canFall += Number(canFall);
      tally.detected += Number(detected);
      tally.inverted += Number(inverted);
      tally.stable += Number(stable);
      tally.apart += apartIn(scores);
      tally.apartSquares += apartIn(scores) ** 2;
    }
    return tally;
  });
}

const madePairs = (judge: MadeJudge, traffic: Traffic, pairs: number, random: () => number): JudgedPair[] =>
  Array.from({ length: pairs }, (_, at) => {
    const answer = madeAnswer(traffic, random);
    const off = random() < PEOPLE_DIFFER ? (random() < 0.5 ? 1 : -1) : 0;
    return {
      callId: `call-${at}`,
      human: onScale(answer.quality + off),
      judge: onFive((judge(answer, random) - 1) / 4),
    };
  });
