// Detects the same input sent again and again in a short time while it mostly fails.
import { MINUTE_MS } from '#lib/clock';
import { counted, named, number, percent } from '#lib/wording';
import { graded } from '../kinds.ts';
import type { Sighting } from './sighting.ts';
import type { Retried } from '../records/retries.ts';

export const MIN_ATTEMPTS = 10;
export const MIN_FAILURES = 7;
export const STORM_MS = 600_000;
const MIN_FAILED_SHARE = 0.7;

export function retryStorms(retried: readonly Retried[]): Sighting[] {
  return retried.flatMap((group): Sighting[] => {
    const storm = densest(group.attempts);
    if (!storm) return [];
    const { provider, model } = group;
    return [
      {
        kind: 'retry_storm',
        project: group.project,
        cause: JSON.stringify([provider, model]),
        byOccasion: true,
        unit: group.hash,
        total: group.attempts.length,
        severity: graded(storm.attempts, [20, 50, 200]),
        title: `The same input was sent to ${named(model)} ${number(storm.attempts)} times within 10 minutes`,
        detail:
          `The same input went to ${provider} ${named(model)} ${counted(storm.attempts, 'time')} within 10 minutes, and ` +
          `${percent(storm.failures / storm.attempts)} of them failed. Retries should wait longer after each failure and stop at some point.`,
        values: {
          provider,
          model,
          attempts: storm.attempts,
          failures: storm.failures,
          windowMinutes: STORM_MS / MINUTE_MS,
        },
        callIds: group.callIds,
        traceIds: group.traceIds,
        firstMs: storm.firstMs,
        lastMs: storm.lastMs,
      },
    ];
  });
}

/** The ten minutes with the most attempts among those with mostly failures. */
function densest(attempts: Retried['attempts']) {
  const sorted = attempts.toSorted((left, right) => left[0] - right[0]);
  let best: { attempts: number; failures: number; firstMs: number; lastMs: number } | null = null;
  let first = 0;
  let failures = 0;
  for (const [last, [lastMs, failed]] of sorted.entries()) {
    failures += failed;
    for (let at = sorted[first]; at && at[0] < lastMs - STORM_MS; at = sorted[first]) {
      failures -= at[1];
      first += 1;
    }
    const count = last - first + 1;
    if (count < MIN_ATTEMPTS || failures < MIN_FAILED_SHARE * count) continue;
    if (best && count <= best.attempts) continue;
    best = { attempts: count, failures, firstMs: sorted[first]?.[0] ?? lastMs, lastMs };
  }
  return best;
}
