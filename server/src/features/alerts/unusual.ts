// Measures how far a window is from the baseline, in standard deviations.
import type { WindowSums } from '#records';

/**
 * Scales the median absolute deviation of a normal distribution to its standard deviation, and a quarter more:
 * 14 days tell it within a third, and a history that looks calmer than it is would fire.
 */
const UNSURE = 1.25;
const TO_DEVIATION = 1.4826 * UNSURE;
/**
 * In logarithms. The cost of a window counts as if the days before differed by 25 %, because one expensive call can
 * double it.
 */
export const MIN_COST_SPREAD = Math.log(1.25);
/** The spread between calm days, as a logarithm. */
const BETWEEN_DAYS = 0.06;
/** The spread of the value of a single call, as a logarithm. */
const BETWEEN_CALLS = { latency: 1.75, cost: 2 };
const MIN_ERROR_SPREAD = 0.01;
/**
 * A day with more than half of all failures, and at least this many, is an incident and not part of the
 * baseline.
 */
const INCIDENT_ERRORS = 5;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** The 90th percentile of the size of a normal deviation. */
const NINETIETH = 1.645 / UNSURE;

/**
 * By the median of the distances, and by their 90th percentile, because values with a heavy tail look calm in the
 * middle. One outlier day moves neither.
 */
function spreadOf(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => a - b);
  const ninetieth = sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
  return Math.max(TO_DEVIATION * median(sorted), ninetieth / NINETIETH);
}

/**
 * Uses logarithms because costs and latencies are skewed: three times as much is as far away as a third.
 * Median and median absolute deviation replace mean and deviation, so one outlier day moves neither. Values
 * below `floor` count as `floor`.
 */
export function logDeviations(
  value: number,
  usual: readonly number[],
  { floor, leastSpread }: { floor: number; leastSpread: number },
): number {
  const log = (each: number) => Math.log(Math.max(each, floor));
  const logs = usual.map(log);
  const middle = median(logs);
  const distances = logs.map((each) => Math.abs(each - middle));
  return (log(value) - middle) / Math.max(spreadOf(distances), leastSpread);
}

/**
 * How far both neighbouring parts of a window are above their usual values; the nearer one counts. Their days are
 * pooled, which tells the spread better than the days of one part.
 */
export function pairDeviations(
  parts: readonly { value: number; usual: readonly number[] }[],
  { floor, leastSpread }: { floor: number; leastSpread: number },
): number {
  const log = (each: number) => Math.log(Math.max(each, floor));
  const each = parts.map(({ value, usual }) => {
    const logs = usual.map(log);
    const middle = median(logs);
    return { rise: log(value) - middle, distances: logs.map((one) => Math.abs(one - middle)) };
  });
  const spread = Math.max(spreadOf(each.flatMap((part) => part.distances)), leastSpread);
  return Math.min(...each.map(({ rise }) => rise)) / spread;
}

/**
 * The least spread of a window of so many calls, as a logarithm. 14 days tell the spread within a third, so a
 * history can look calm by chance; with more calls, less of it is chance. `scatter` is that of the percentile,
 * relative to the usual one.
 */
export const spreadOfCalls = (of: keyof typeof BETWEEN_CALLS, calls: number, scatter = 1): number =>
  Math.hypot(BETWEEN_DAYS, (scatter * BETWEEN_CALLS[of]) / Math.sqrt(Math.max(1, calls)));

/**
 * The lengths, in minutes, of two neighbouring parts that end with the window: its halves, and those of its last
 * third. A rise of the cost that shows in both parts is no single expensive call, so a smaller one is enough, and it
 * shows before it has filled the window.
 */
export const partMinutes = (windowMinutes: number): number[] =>
  [Math.floor(windowMinutes / 2), Math.floor(windowMinutes / 6)].filter((minutes) => minutes > 0);

/**
 * Pools the calls of all days. At low traffic most days have no failure, so their median would mean nothing.
 */
export function usualErrorRate(days: readonly WindowSums[]): { rate: number; calls: number } {
  const sum = (of: 'calls' | 'errors') => days.reduce((total, day) => total + day[of], 0);
  const worst = days.reduce((most, day) => (day.errors > most.errors ? day : most), { calls: 0, errors: 0 });
  const incident = worst.errors >= INCIDENT_ERRORS && worst.errors > sum('errors') / 2 && days.length > 1;
  const calls = sum('calls') - (incident ? worst.calls : 0);
  const errors = sum('errors') - (incident ? worst.errors : 0);
  return { rate: calls === 0 ? 0 : Math.min(1, errors / calls), calls };
}

/**
 * Uses the binomial spread of the window and of the baseline. Failures are whole numbers, so half of one is
 * subtracted (continuity correction); otherwise a few failures would count too much.
 */
export function errorDeviations({ calls, errors }: WindowSums, days: readonly WindowSums[]): number {
  const usual = usualErrorRate(days);
  const variance = usual.rate * (1 - usual.rate) * (1 / calls + 1 / Math.max(1, usual.calls));
  const rate = Math.max(0, errors - 0.5) / calls;
  return (rate - usual.rate) / Math.max(Math.sqrt(variance), MIN_ERROR_SPREAD);
}
