// Budget periods, in UTC. Weeks begin on Monday.
import { DAY_MS, utcMonthStart } from '#lib/clock';

export const PERIODS = ['day', 'week', 'month'] as const;
type Period = (typeof PERIODS)[number];

// The first day of the epoch was a Thursday.
const DAYS_SINCE_MONDAY = 3;
const WEEK_DAYS = 7;

export function periodStart(period: Period, ms: number): number {
  if (period === 'month') return utcMonthStart(ms);
  const day = Math.floor(ms / DAY_MS);
  const past = period === 'day' ? 0 : (day + DAYS_SINCE_MONDAY) % WEEK_DAYS;
  return (day - past) * DAY_MS;
}

export function periodEnd(period: Period, ms: number): number {
  if (period === 'month') return utcMonthStart(ms, 1);
  return periodStart(period, ms) + (period === 'day' ? 1 : WEEK_DAYS) * DAY_MS;
}

/**
 * `periodStart` of the current time. Every check asks for it, so it is computed only when a period has ended.
 */
export class CurrentPeriods {
  readonly #known = new Map<Period, { start: number; end: number }>();

  start(period: Period, now: number): number {
    const known = this.#known.get(period);
    if (known && now >= known.start && now < known.end) return known.start;
    const start = periodStart(period, now);
    this.#known.set(period, { start, end: periodEnd(period, now) });
    return start;
  }

  /** The start of the period at another time, which is nearly always in the current period. */
  startOf(period: Period, ms: number): number {
    const known = this.#known.get(period);
    return known && ms >= known.start && ms < known.end ? known.start : periodStart(period, ms);
  }
}
