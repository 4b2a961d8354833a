// A quarter of an hour that costs far more than the dearest ones of the two weeks before.
import { isoTime } from '#lib/clock';
import type { UsualQuarters } from '#records';
import { graded } from '../kinds.ts';
import { QUARTER_MS, type ProjectQuarter } from './project-quarters.ts';
import type { Sighting } from './sighting.ts';
import { counted, named, number, timeOf, usd } from './words.ts';

export const LEAST_COST_USD = 10;
const LEAST_CALLS = 3;
export const LEAST_QUARTERS = 24;
export const LEAST_DAYS = 3;
const TIMES_USUAL = 5;
/** One dear call alone is a spike only when it is this much dearer still. */
const TIMES_ALONE = 10;

export const maySpike = ({ costUsd }: ProjectQuarter): boolean => costUsd >= LEAST_COST_USD;

export function costSpikes(
  quarters: readonly ProjectQuarter[],
  usual: ReadonlyMap<number, UsualQuarters>,
): Sighting[] {
  return quarters.filter(maySpike).flatMap((quarter): Sighting[] => {
    const { project, calls, costUsd, maxCostUsd, dearest } = quarter;
    const known = usual.get(project);
    if (!known || known.quarters < LEAST_QUARTERS || known.days < LEAST_DAYS) return [];
    const limit = limitOf(known);
    const many = calls >= LEAST_CALLS && costUsd - maxCostUsd >= limit;
    if (!many && costUsd < TIMES_ALONE * limit) return [];
    const startMs = quarter.quarter * QUARTER_MS;
    const times = costUsd / Math.max(known.q99, 0.01);
    return [
      {
        kind: 'cost_spike',
        project,
        cause: '',
        byOccasion: true,
        unit: String(quarter.quarter),
        total: calls,
        severity: graded(costUsd, [25, 100, 1_000]),
        title: `${usd(costUsd)} spent in 15 minutes`,
        detail:
          `${counted(calls, 'call')} cost ${usd(costUsd)} in the 15 minutes from ${timeOf(startMs)}, ${number(times)} times as much as ` +
          `in all but the dearest hundredth of the two weeks before (${usd(known.q99)}); the middle is ${usd(known.q50)}` +
          (dearest
            ? `. ${usd(dearest.costUsd)} of it went to ${dearest.provider} ${named(dearest.model)}.`
            : '.'),
        values: {
          costUsd: round(costUsd),
          limitUsd: round(limit),
          usualCostUsd: round(known.q50),
          highestUsualCostUsd: round(known.q99),
          calls,
          ...(dearest
            ? {
                provider: dearest.provider,
                model: dearest.model,
                modelCostUsd: round(dearest.costUsd),
              }
            : {}),
          startAt: isoTime(startMs),
          windowMinutes: 15,
        },
        callIds: [],
        traceIds: [],
        firstMs: startMs,
        lastMs: quarter.lastMs,
        evidence: {
          project,
          model: null,
          fromMs: startMs,
          toMs: startMs + QUARTER_MS,
          responseModel: null,
          by: 'cost',
        },
      },
    ];
  });
}

/** Where the dearest quarters differ much from the dear ones, the next may differ as much again. */
function limitOf({ q90, q99 }: UsualQuarters): number {
  const tail = q90 > 0 ? (q99 / q90) ** 2 : TIMES_USUAL;
  return Math.max(LEAST_COST_USD, q99 * Math.min(Math.max(TIMES_USUAL, tail), 30));
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
