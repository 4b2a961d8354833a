// Traffic over time: busy days, quiet nights, half as much on weekends. UTC.
import { DAY_MS, HOUR_MS } from '#lib/clock';
import type { Random } from './random.ts';

/** Traffic of each hour, relative to the busiest. */
const HOURS = [
  0.08, 0.06, 0.05, 0.05, 0.06, 0.1, 0.2, 0.45, 0.75, 0.95, 1, 0.95, 0.8, 0.9, 1, 0.95, 0.85, 0.65, 0.45,
  0.35, 0.3, 0.25, 0.18, 0.12,
] as const;
const WEEKEND = 0.45;
const TRIES = 200;

function busyness(ms: number): number {
  const at = new Date(ms);
  const day = at.getUTCDay();
  return (HOURS[at.getUTCHours()] ?? 0) * (day === 0 || day === 6 ? WEEKEND : 1);
}

interface Span {
  fromMs: number;
  toMs: number;
}

export function momentIn(random: Random, { fromMs, toMs }: Span): number {
  let at = toMs;
  for (let tried = 0; tried < TRIES; tried += 1) {
    at = Math.floor(random.between(fromMs, toMs));
    if (random.chance(busyness(at))) break;
  }
  return at;
}

/** The last day has the simulated problem, which comes with a release. */
export const isLastDay = (atMs: number, nowMs: number): boolean => atMs >= nowMs - DAY_MS;

export function releaseAt(atMs: number, nowMs: number): string {
  if (isLastDay(atMs, nowMs)) return '2.4.0';
  return atMs >= nowMs - 4 * DAY_MS ? '2.3.1' : '2.3.0';
}

/** Recent traffic at any hour, because an empty last hour would look broken. */
export const lately = (random: Random, nowMs: number): number =>
  Math.floor(nowMs - random.between(0.3 * HOUR_MS, 1.5 * HOUR_MS));
