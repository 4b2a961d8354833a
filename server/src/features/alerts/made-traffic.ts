// Synthetic traffic, minute by minute, and rules evaluated on it as the service does. Used by noise.proof.test.ts
// and bench/alert-noise.ts. The product's own functions make the decisions.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { HISTORY_DAYS, isScoreAlert, TYPE_FACTS } from './alert-types.ts';
import type { WindowSums } from '#records';
import { NEW_STATE, decideAlert, observe, type Measured, type AlertRule } from './evaluate.ts';

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
  /** Latency steps of each minute. */
  readonly latencies: Uint16Array[];
  readonly #random: () => number;

  constructor(traffic: Traffic, minutes: number, random: () => number) {
    const empty = () => new Float64Array(minutes);
    this.minutes = minutes;
    [this.calls, this.errors, this.costs, this.scores, this.scoreSums] = [
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
      let sum = 0;
      for (let score = 0; score < scores; score += 1)
        sum += Math.min(1, Math.max(0, traffic.score + traffic.scoreDeviation * normals(random)[0]));
      [this.scores[at], this.scoreSums[at]] = [scores, sum];
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
function windowsOf(
  days: MadeDays,
  { alertType, windowMinutes }: AlertRule,
  from = 0,
  to = days.minutes,
): Measured[] {
  const latency = TYPE_FACTS[alertType].latency ?? false;
  const slow = new Sliding95();
  let [calls, errors, costUsd, count, sum] = [0, 0, 0, 0, 0];
  const windows: Measured[] = [];
  const move = (at: number, sign: 1 | -1) => {
    calls += sign * (days.calls[at] ?? 0);
    errors += sign * (days.errors[at] ?? 0);
    costUsd += sign * (days.costs[at] ?? 0);
    count += sign * (days.scores[at] ?? 0);
    sum += sign * (days.scoreSums[at] ?? 0);
    if (latency) for (const step of days.latencies[at] ?? []) slow.add(step, sign);
  };
  for (let at = Math.max(0, from - windowMinutes); at < to; at += 1) {
    move(at, 1);
    if (at - windowMinutes >= Math.max(0, from - windowMinutes)) move(at - windowMinutes, -1);
    if (at < from) continue;
    const window: WindowSums = { calls, errors, costUsd, p95LatencyMs: latency ? slow.value() : null };
    const mean = count === 0 ? null : sum / count;
    windows.push({
      window,
      // Scores of judges are from 1 to 5, those of clients from 0 to 1.
      scores: {
        count,
        mean: mean === null || isScoreAlert(alertType) ? mean : 1 + 4 * mean,
        normalizedMean: mean,
      },
    });
  }
  return windows;
}

/** A sliding histogram that yields the p95, interpolated as the engine does. */
class Sliding95 {
  readonly #counts = new Uint32Array(STEPS);
  #total = 0;
  /** No value was ever above it. */
  #top = 0;

  add(step: number, sign: 1 | -1): void {
    if (step > this.#top) this.#top = step;
    this.#counts[step] = (this.#counts[step] ?? 0) + sign;
    this.#total += sign;
  }

  value(): number | null {
    if (this.#total === 0) return null;
    // Counts from the top, where few values are.
    const place = 0.95 * (this.#total - 1);
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

/** The minutes in the range at which a rule fires. */
function firings(rule: AlertRule, windowAt: WindowAt, from: number, to: number): number[] {
  const history = TYPE_FACTS[rule.alertType].measures === 'history';
  const fired: number[] = [];
  let state = NEW_STATE;
  for (let at = from; at < to; at += 1) {
    const now = windowAt(at);
    if (!now) break;
    const measured = history ? { ...now, history: daysBefore(windowAt, at, rule.windowMinutes) } : now;
    const { holds } = observe(rule, measured);
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

/**
 * The change to detect: five times the errors (90 % for an outage rule), three times the cost or latency, or
 * one point less on a scale of 1 to 5.
 */
function broken(traffic: Traffic, { alertType, thresholdValue }: AlertRule): Traffic {
  if (alertType === 'error_rate' && thresholdValue >= 0.5) return { ...traffic, errorRate: 0.9 };
  if (alertType.includes('error')) return { ...traffic, errorRate: 5 * traffic.errorRate };
  if (alertType.includes('latency')) return { ...traffic, latencyMs: 3 * traffic.latencyMs };
  if (alertType === 'eval_score' || alertType === 'score_below')
    return { ...traffic, score: traffic.score - 0.25 };
  return { ...traffic, costUsd: 3 * traffic.costUsd };
}

interface Trial {
  falseFirings: number;
  /** Minutes until each change was detected; null if not within two windows. */
  delays: (number | null)[];
}

/**
 * Runs a rule over months of steady traffic that follow the baseline days, then over changes at random times.
 */
export function tryOutRule(
  rule: AlertRule,
  traffic: Traffic,
  size: { months: number; changes: number },
  random: () => number,
): Trial {
  const begin = HISTORY_DAYS * DAY_MINUTES + rule.windowMinutes;
  const end = begin + size.months * 30 * DAY_MINUTES;
  const longest = 2 * rule.windowMinutes;
  const days = new MadeDays(traffic, end + longest, random);
  const windows = windowsOf(days, rule);
  const falseFirings = firings(rule, (at) => windows[at], begin, end).length;
  const delays = Array.from({ length: size.changes }, () => {
    const from = begin + Math.floor(random() * (end - begin));
    days.fill(broken(traffic, rule), from, from + longest);
    // Minutes before the change keep their values.
    const changed = windowsOf(days, rule, from, from + longest);
    const [first] = firings(rule, (at) => changed[at - from] ?? windows[at], from, from + longest);
    days.fill(traffic, from, from + longest);
    return first === undefined ? null : first - from;
  });
  return { falseFirings, delays };
}
