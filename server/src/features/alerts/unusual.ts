// How far a window is from what is usual, in standard deviations.
import type { WindowSums } from './evaluate.ts';

/** Makes the median distance of a normal distribution its standard deviation. */
const TO_DEVIATION = 1.4826;
/** In logarithms: a history of a few days that happens to be calm counts as if its days differed by a quarter. */
const LEAST_LOG_SPREAD = Math.log(1.25);
const LEAST_ERROR_SPREAD = 0.01;
/** A day with more than half of all failures, and with this many, is an incident and not what is usual. */
const INCIDENT_ERRORS = 5;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/**
 * Of the logarithms, because costs and latencies are skewed: three times as much is as far from usual as a third of it. The median
 * stands for the mean and the median distance from it for the deviation, so that one wild day moves neither. What is below
 * `floor` counts as that much.
 */
export function logDeviations(value: number, usual: readonly number[], floor: number): number {
  const log = (each: number) => Math.log(Math.max(each, floor));
  const logs = usual.map(log);
  const middle = median(logs);
  const distance = median(logs.map((each) => Math.abs(each - middle)));
  return (log(value) - middle) / Math.max(TO_DEVIATION * distance, LEAST_LOG_SPREAD);
}

/** Of all calls of the days together: at small traffic most days have no failure, so that their median would say nothing. */
export function usualErrorRate(days: readonly WindowSums[]): { rate: number; calls: number } {
  const sum = (of: 'calls' | 'errors') => days.reduce((total, day) => total + day[of], 0);
  const worst = days.reduce((most, day) => (day.errors > most.errors ? day : most), { calls: 0, errors: 0 });
  const incident = worst.errors >= INCIDENT_ERRORS && worst.errors > sum('errors') / 2 && days.length > 1;
  const calls = sum('calls') - (incident ? worst.calls : 0);
  const errors = sum('errors') - (incident ? worst.errors : 0);
  return { rate: calls === 0 ? 0 : Math.min(1, errors / calls), calls };
}

/**
 * By the binomial spread of so many calls, of the window and of the days that it is held against. Failures come one by one, so half
 * of one is taken off: without it a few would count as more than they are.
 */
export function errorDeviations({ calls, errors }: WindowSums, days: readonly WindowSums[]): number {
  const usual = usualErrorRate(days);
  const variance = usual.rate * (1 - usual.rate) * (1 / calls + 1 / Math.max(1, usual.calls));
  const rate = Math.max(0, errors - 0.5) / calls;
  return (rate - usual.rate) / Math.max(Math.sqrt(variance), LEAST_ERROR_SPREAD);
}
