// Detects a model that answers much slower than usual in a project. A quarter of the calls must be slow,
// because a few slow calls are normal.
import { isoTime } from '#lib/clock';
import { counted, duration, named, number, timeOf } from '#lib/wording';
import { QUARTER_MS } from '#records';
import { graded } from '../kinds.ts';
import { quarterEvidence, type Sighting } from './sighting.ts';
import type { QuarterSums } from '../records/quarters.ts';
import type { LatencyBaseline } from '../records/baseline.ts';

const MIN_MS = 2_000;
const MIN_CALLS = 15;
const MIN_HISTORY_CALLS = 50;
const MIN_DAYS = 3;
const TIMES_MEDIAN = 3;
const TIMES_Q95 = 2;

export const maySlow = ({ answered, p75LatencyMs }: QuarterSums): boolean =>
  answered >= MIN_CALLS && p75LatencyMs >= MIN_MS;

export const latencyKey = ({
  project,
  provider,
  model,
}: Pick<LatencyBaseline, 'project' | 'provider' | 'model'>): string =>
  JSON.stringify([project, provider, model]);

export function latencySpikes(
  quarters: readonly QuarterSums[],
  usual: ReadonlyMap<string, LatencyBaseline>,
): Sighting[] {
  return quarters.filter(maySlow).flatMap((quarter): Sighting[] => {
    const { project, provider, model, answered, p75LatencyMs } = quarter;
    const known = usual.get(latencyKey(quarter));
    if (!known || known.calls < MIN_HISTORY_CALLS || known.days < MIN_DAYS) return [];
    const limit = Math.max(MIN_MS, TIMES_MEDIAN * known.q50, TIMES_Q95 * known.q95);
    if (p75LatencyMs < limit) return [];
    const startMs = quarter.quarter * QUARTER_MS;
    const times = p75LatencyMs / Math.max(known.q50, 1);
    return [
      {
        kind: 'latency_spike',
        project,
        cause: JSON.stringify([provider, model]),
        byOccasion: true,
        unit: String(quarter.quarter),
        total: answered,
        severity: graded(p75LatencyMs / limit, [1, 3, 10]),
        title: `${named(model)} answers ${number(times)} times slower than usual`,
        detail:
          `A quarter of ${counted(answered, 'answer')} of ${provider} ${named(model)} took ${duration(p75LatencyMs)} or longer in the 15 minutes ` +
          `from ${timeOf(startMs)}; in the two weeks before, half took ${duration(known.q50)} or less and 95 % ${duration(known.q95)} or less.`,
        values: {
          provider,
          model,
          p75LatencyMs: Math.round(p75LatencyMs),
          limitMs: Math.round(limit),
          usualP50Ms: Math.round(known.q50),
          usualP95Ms: Math.round(known.q95),
          calls: answered,
          startAt: isoTime(startMs),
          windowMinutes: 15,
        },
        ...quarterEvidence(quarter, 'latency', { provider, model }),
      },
    ];
  });
}
