// Measures how far a window is from the baseline, in standard deviations.
import type { WindowSums } from '#records';

/** Scales the median absolute deviation of a normal distribution to its standard deviation. */
const TO_DEVIATION = 1.4826;
/** In logarithms. A short, calm history counts as if its days differed by 25 %. */
const LEAST_LOG_SPREAD = Math.log(1.25);
const LEAST_ERROR_SPREAD = 0.01;
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

/**
 * Uses logarithms because costs and latencies are skewed: three times as much is as far away as a third.
 * Median and median absolute deviation replace mean and deviation, so one outlier day moves neither. Values
 * below `floor` count as `floor`.
 */
export function logDeviations(value: number, usual: readonly number[], floor: number): number {
  const log = (each: number) => Math.log(Math.max(each, floor));
  const logs = usual.map(log);
  const middle = median(logs);
  const distance = median(logs.map((each) => Math.abs(each - middle)));
  return (log(value) - middle) / Math.max(TO_DEVIATION * distance, LEAST_LOG_SPREAD);
}

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
  return (rate - usual.rate) / Math.max(Math.sqrt(variance), LEAST_ERROR_SPREAD);
}
