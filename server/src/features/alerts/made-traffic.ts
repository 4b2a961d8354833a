// Synthetic traffic, minute by minute, and rules evaluated on it as the service does. Used by noise.proof.test.ts
// and proofs/alert-noise.ts. The product's own functions make the decisions.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { HISTORY_DAYS, TYPE_FACTS } from './alert-types.ts';
import type { WindowSums } from '#records';
import {
  NEW_STATE,
  USUAL_PERCENTILE,
  decideAlert,
  observe,
  type Measured,
  type AlertRule,
} from './evaluate.ts';
import { windowScoresOf } from './measure/store.ts';
import { partMinutes } from './unusual.ts';

interface Traffic {
  callsPerHour: number;
  /** The daily swing of the hourly call count, from 0 to 1. */
  rhythm: number;
  errorRate: number;
  /** Mean cost of a call. Single costs are log-normal. */
  costUsd: number;
  costSigma: number;
  latencyMs: number;
  latencySigma: number;
  /** Scores are from 0 to 1 of the scale. */
  scoresPerDay: number;
  score: number;
  scoreDeviation: number;
}

const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** Latencies are grouped into steps of 1 %. */
const STEPS_PER_LOG = 100;
const STEPS = 2_000;

class MadeDays {
  readonly minutes: number;
  readonly calls: Float64Array;
  readonly errors: Float64Array;
  readonly costs: Float64Array;
  readonly scores: Float64Array;
  readonly scoreSums: Float64Array;
  readonly scoreSquares: Float64Array;
  /** Latency steps of each minute. */
  readonly latencies: Uint16Array[];
  readonly #random: () => number;

  constructor(traffic: Traffic, minutes: number, random: () => number) {
    const empty = () => new Float64Array(minutes);
    this.minutes = minutes;
    [this.calls, this.errors, this.costs, this.scores, this.scoreSums, this.scoreSquares] = [
      empty(),
      empty(),
      empty(),
      empty(),
      empty(),
      empty(),
    ];
    this.latencies = Array.from({ length: minutes });
    this.#random = random;
    this.fill(traffic, 0, minutes);
  }

  /** Regenerates a range of minutes. */
  fill(traffic: Traffic, from: number, to: number): void {
    const random = this.#random;
    const scale = traffic.costUsd / Math.exp(traffic.costSigma ** 2 / 2);
    for (let at = from; at < to; at += 1) {
      const hour = 1 + traffic.rhythm * Math.sin((2 * Math.PI * at) / DAY_MINUTES);
      const calls = poisson((traffic.callsPerHour / 60) * hour, random);
      const steps = new Uint16Array(calls);
      let [errors, cost] = [0, 0];
      for (let call = 0; call < calls; call += 1) {
        const [one, other] = normals(random);
        if (random() < traffic.errorRate) errors += 1;
        cost += scale * Math.exp(traffic.costSigma * one);
        const latency = Math.log(traffic.latencyMs) + traffic.latencySigma * other;
        steps[call] = Math.min(STEPS - 1, Math.max(0, Math.round(latency * STEPS_PER_LOG)));
      }
      [this.calls[at], this.errors[at], this.costs[at], this.latencies[at]] = [calls, errors, cost, steps];
      const scores = poisson(traffic.scoresPerDay / DAY_MINUTES, random);
      let [sum, squares] = [0, 0];
      for (let count = 0; count < scores; count += 1) {
        const score = Math.min(1, Math.max(0, traffic.score + traffic.scoreDeviation * normals(random)[0]));
        sum += score;
        squares += score * score;
      }
      [this.scores[at], this.scoreSums[at], this.scoreSquares[at]] = [scores, sum, squares];
    }
  }
}

function normals(random: () => number): [number, number] {
  const size = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [size * Math.cos(angle), size * Math.sin(angle)];
}

/** Knuth's method, in chunks so that the exponential of a large mean does not underflow. */
function poisson(mean: number, random: () => number): number {
  let count = 0;
  for (let left = mean; left > 0; left -= 100) {
    const least = Math.exp(-Math.min(left, 100));
    for (let product = random(); product > least; product *= random()) count += 1;
  }
  return count;
}

/** The sums of a rule's window ending at each minute. */
function windowsOf(days: MadeDays, rule: AlertRule, from = 0, to = days.minutes): Measured[] {
  const { alertType, windowMinutes } = rule;
  const { latency = false, measures } = TYPE_FACTS[alertType];
  const scored = measures === 'scores' || measures === 'sent scores';
  const level = (rule.percentile ?? USUAL_PERCENTILE) / 100;
  const took = new SlidingLatencies(
    level,
    alertType === 'latency_degradation' ? rule.thresholdValue : Infinity,
  );
  let [calls, errors, costUsd, count, sum, squares] = [0, 0, 0, 0, 0, 0];
  const windows: Measured[] = [];
  const move = (at: number, sign: 1 | -1) => {
    calls += sign * (days.calls[at] ?? 0);
    errors += sign * (days.errors[at] ?? 0);
    costUsd += sign * (days.costs[at] ?? 0);
    count += sign * (days.scores[at] ?? 0);
    sum += sign * (days.scoreSums[at] ?? 0);
    squares += sign * (days.scoreSquares[at] ?? 0);
    if (latency) for (const step of days.latencies[at] ?? []) took.add(step, sign);
  };
  for (let at = Math.max(0, from - windowMinutes); at < to; at += 1) {
    move(at, 1);
    if (at - windowMinutes >= Math.max(0, from - windowMinutes)) move(at - windowMinutes, -1);
    if (at < from) continue;
    const window: WindowSums = {
      calls,
      errors,
      costUsd,
      ...(latency ? { latencyMs: took.value(), slow: took.slow } : { latencyMs: null }),
    };
    if (!scored) {
      windows.push({ window });
      continue;
    }
    // The mean of a client's scores is in points; templates ask for a judge's as a part of its scale.
    windows.push({ window, scores: windowScoresOf(count, [sum, squares], [sum, squares]) });
  }
  return windows;
}

/** A sliding histogram that yields a percentile, interpolated as the engine does. */
class SlidingLatencies {
  /** Latencies of at least so many milliseconds. */
  slow = 0;
  readonly #level: number;
  readonly #slowStep: number;
  readonly #counts = new Uint32Array(STEPS);
  #total = 0;
  /** No value was ever above it. */
  #top = 0;

  constructor(level: number, slowMs: number) {
    this.#level = level;
    this.#slowStep = Math.log(slowMs) * STEPS_PER_LOG;
  }

  add(step: number, sign: 1 | -1): void {
    if (step >= this.#slowStep) this.slow += sign;
    if (step > this.#top) this.#top = step;
    this.#counts[step] = (this.#counts[step] ?? 0) + sign;
    this.#total += sign;
  }

  value(): number | null {
    if (this.#total === 0) return null;
    // Counts from the top, where few values are.
    const place = this.#level * (this.#total - 1);
    const [lower, upper] = [this.#at(Math.floor(place)), this.#at(Math.ceil(place))];
    return lower + (place - Math.floor(place)) * (upper - lower);
  }

  #at(place: number): number {
    let above = this.#total - 1 - place;
    for (let step = this.#top; step >= 0; step -= 1) {
      above -= this.#counts[step] ?? 0;
      if (above < 0) return Math.exp(step / STEPS_PER_LOG);
    }
    return 1;
  }
}

type WindowAt = (minute: number) => Measured | undefined;

/** A window and the parts of it that the rule compares, by their length. */
const lengthsOf = ({ alertType, windowMinutes }: AlertRule): number[] => [
  windowMinutes,
  ...(TYPE_FACTS[alertType].parts === true ? partMinutes(windowMinutes) : []),
];

/** The minutes in the range at which a rule fires. */
function firings(rule: AlertRule, windowAt: readonly WindowAt[], from: number, to: number): number[] {
  const history = TYPE_FACTS[rule.alertType].measures === 'history';
  const [whole, ...parts] = lengthsOf(rule).map((minutes, at) => {
    const find = windowAt[at] ?? (() => undefined);
    const endingAt: WindowAt = (minute) => {
      const now = find(minute);
      return now && history ? { ...now, history: daysBefore(find, minute, minutes) } : now;
    };
    return { minutes, endingAt };
  });
  const fired: number[] = [];
  let state = NEW_STATE;
  for (let at = from; at < to; at += 1) {
    const now = whole?.endingAt(at);
    if (!now) break;
    const pairs = parts.map(({ minutes, endingAt }) =>
      [endingAt(at - minutes), endingAt(at)].filter((each) => !!each),
    );
    const { holds } = observe(rule, { ...now, pairs });
    const decided = decideAlert(rule, holds, state, { ms: at * MINUTE_MS, silenced: false });
    ({ state } = decided);
    if (decided.outcome === 'fires') fired.push(at);
  }
  return fired;
}

function daysBefore(windowAt: WindowAt, at: number, windowMinutes: number): WindowSums[] {
  const days: WindowSums[] = [];
  for (let day = 1; day <= HISTORY_DAYS; day += 1) {
    const then = at - day * DAY_MINUTES;
    const window = windowAt(then)?.window;
    if (window && then >= windowMinutes) days.push(window);
  }
  return days;
}

/** Steady traffic. One day costs half of the `daily-cost` threshold. */
export const steady = (callsPerHour: number, rhythm = 0): Traffic => ({
  callsPerHour,
  rhythm,
  errorRate: 0.02,
  costUsd: 5 / (24 * callsPerHour),
  costSigma: 1,
  latencyMs: 2_000,
  latencySigma: 0.6,
  scoresPerDay: 2.4 * callsPerHour,
  score: 0.85,
  scoreDeviation: 0.2,
});

/** The same with heavy tails: one call in a hundred costs thirty times the median, and takes ten times as long. */
export const heavyTailed = (callsPerHour: number): Traffic => ({
  ...steady(callsPerHour),
  costSigma: 1.5,
  latencySigma: 1,
});

type Change = (traffic: Traffic, rule: AlertRule) => Traffic;

/**
 * The change to detect: five times the errors (90 % for an outage rule), three times the cost or latency, or
 * one point less on a scale of 1 to 5.
 */
const broken: Change = (traffic, { alertType, thresholdValue }) => {
  if (alertType === 'error_rate' && thresholdValue >= 0.5) return { ...traffic, errorRate: 0.9 };
  // A rule that allows more needs more to be wrong.
  const failing = thresholdValue < 1 && thresholdValue > 5 * traffic.errorRate ? 2 * thresholdValue : 0;
  if (alertType.includes('error')) return { ...traffic, errorRate: Math.max(5 * traffic.errorRate, failing) };
  if (alertType.includes('latency')) return { ...traffic, latencyMs: 3 * traffic.latencyMs };
  if (alertType === 'eval_score' || alertType === 'score_below')
    return { ...traffic, score: traffic.score - 0.25 };
  return { ...traffic, costUsd: 3 * traffic.costUsd };
};

/** The same, but with twice as many failures: what a rule among many groups is for. */
export const clearlyBroken: Change = (traffic, rule) => {
  const changed = broken(traffic, rule);
  return changed.errorRate > traffic.errorRate
    ? { ...changed, errorRate: Math.min(0.9, 2 * changed.errorRate) }
    : changed;
};

/** Each of these doubles something. */
export const DOUBLED = {
  cost: (traffic) => ({ ...traffic, costUsd: 2 * traffic.costUsd }),
  volume: (traffic) => ({ ...traffic, callsPerHour: 2 * traffic.callsPerHour }),
  latency: (traffic) => ({ ...traffic, latencyMs: 2 * traffic.latencyMs }),
} as const satisfies Record<string, Change>;

interface Trial {
  falseFirings: number;
  /** Minutes until each change was detected; null if it was not within the time. */
  delays: (number | null)[];
}

interface TrialSize {
  months: number;
  changes: number;
  change?: Change;
  /** How long a change lasts; two windows unless given. */
  withinMinutes?: number;
}

/**
 * Runs a rule over months of steady traffic that follow the baseline days, then over changes at random times.
 */
export function tryOutRule(
  rule: AlertRule,
  traffic: Traffic,
  { months, changes, change = broken, withinMinutes = 2 * rule.windowMinutes }: TrialSize,
  random: () => number,
): Trial {
  const begin = HISTORY_DAYS * DAY_MINUTES + rule.windowMinutes;
  const end = begin + months * 30 * DAY_MINUTES;
  const lengths = lengthsOf(rule);
  const days = new MadeDays(traffic, end + withinMinutes, random);
  const windows = lengths.map((windowMinutes) => windowsOf(days, { ...rule, windowMinutes }));
  const unchanged = windows.map(
    (each): WindowAt =>
      (at) =>
        each[at],
  );
  const falseFirings = firings(rule, unchanged, begin, end).length;
  const delays = Array.from({ length: changes }, () => {
    const from = begin + Math.floor(random() * (end - begin));
    days.fill(change(traffic, rule), from, from + withinMinutes);
    // Minutes before the change keep their values.
    const changed = lengths.map((windowMinutes, which): WindowAt => {
      const after = windowsOf(days, { ...rule, windowMinutes }, from, from + withinMinutes);
      return (at) => after[at - from] ?? windows[which]?.[at];
    });
    const [first] = firings(rule, changed, from, from + withinMinutes);
    days.fill(traffic, from, from + withinMinutes);
    return first === undefined ? null : first - from;
  });
  return { falseFirings, delays };
}

/**
 * The same for a rule with groups, each of which has this traffic. All of them are quiet for the months; then one of them
 * changes.
 */
export function tryOutGroups(
  rule: AlertRule,
  traffic: Traffic,
  { groups, months, changes, ...rest }: TrialSize & { groups: number },
  random: () => number,
): Trial {
  const each = Array.from({ length: groups }, (_, group) =>
    tryOutRule(
      { ...rule, among: groups },
      traffic,
      { ...rest, months, changes: group < changes ? Math.ceil((changes - group) / groups) : 0 },
      random,
    ),
  );
  return {
    falseFirings: each.reduce((sum, { falseFirings }) => sum + falseFirings, 0),
    delays: each.flatMap(({ delays }) => delays),
  };
}
