// Detects 15 minutes that cost far more than the p99 of the previous two weeks.
import { isoTime } from '#lib/clock';
import { roundUsd } from '#lib/money';
import { counted, dollars, named, number, timeOf } from '#lib/wording';
import { QUARTER_MS } from '#records';
import { graded } from '../kinds.ts';
import type { ProjectQuarter } from './project-quarters.ts';
import { quarterEvidence, type Sighting } from './sighting.ts';
import type { QuarterBaseline } from '../records/baseline.ts';

const MIN_COST_USD = 10;
const MIN_CALLS = 3;
const MIN_QUARTERS = 24;
const MIN_DAYS = 3;
const TIMES_USUAL = 5;
/** A spike caused by one call must be this much more expensive still. */
const TIMES_ALONE = 10;

export const maySpike = ({ costUsd }: ProjectQuarter): boolean => costUsd >= MIN_COST_USD;

export function costSpikes(
  quarters: readonly ProjectQuarter[],
  usual: ReadonlyMap<number, QuarterBaseline>,
): Sighting[] {
  return quarters.filter(maySpike).flatMap((quarter): Sighting[] => {
    const { project, calls, costUsd, maxCostUsd, topModel } = quarter;
    const known = usual.get(project);
    if (!known || known.quarters < MIN_QUARTERS || known.days < MIN_DAYS) return [];
    const limit = limitOf(known);
    const many = calls >= MIN_CALLS && costUsd - maxCostUsd >= limit;
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
        title: `${dollars(costUsd)} spent in 15 minutes`,
        detail:
          `${counted(calls, 'call')} cost ${dollars(costUsd)} in the 15 minutes from ${timeOf(startMs)}, ${number(times)} times ` +
          `the p99 of the two weeks before (${dollars(known.q99)}); the median is ${dollars(known.q50)}` +
          (topModel
            ? `. ${dollars(topModel.costUsd)} of it went to ${topModel.provider} ${named(topModel.model)}.`
            : '.'),
        values: {
          costUsd: roundUsd(costUsd),
          limitUsd: roundUsd(limit),
          usualCostUsd: roundUsd(known.q50),
          highestUsualCostUsd: roundUsd(known.q99),
          calls,
          ...(topModel
            ? {
                provider: topModel.provider,
                model: topModel.model,
                modelCostUsd: roundUsd(topModel.costUsd),
              }
            : {}),
          startAt: isoTime(startMs),
          windowMinutes: 15,
        },
        ...quarterEvidence(quarter, 'cost'),
      },
    ];
  });
}

/** If the p99 is far above the p90, costs vary a lot, and the limit grows with the ratio. */
function limitOf({ q90, q99 }: QuarterBaseline): number {
  const tail = q90 > 0 ? (q99 / q90) ** 2 : TIMES_USUAL;
  return Math.max(MIN_COST_USD, q99 * Math.min(Math.max(TIMES_USUAL, tail), 30));
}
