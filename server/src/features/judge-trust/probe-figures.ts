// The figures of a judge's probes, from the counts of each kind.
import { CONFIDENCE, unseenShare } from '#lib/stats/interval';
import { studentTQuantile } from '#lib/stats/student-t';
import { DEGRADATIONS } from './degrade.ts';
import { wholePercent } from './figures.ts';
import type { JudgeTrust } from './schemas.ts';
import type { KindTally } from './store.ts';

export function probeFigures(tallies: readonly KindTally[]): JudgeTrust['probe'] {
  const sum = (of: Exclude<keyof KindTally, 'kind'>) =>
    tallies.reduce((total, tally) => total + tally[of], 0);
  const canFall = sum('canFall');
  const apart = meanApart(sum('probes'), sum('apart'), sum('apartSquares'));
  const found = new Map(tallies.map((tally) => [tally.kind, tally]));
  return {
    probes: canFall,
    uncounted: sum('probes') - canFall,
    detectedPct: wholePercent(sum('detected'), canFall),
    stablePct: wholePercent(sum('stable'), sum('probes')),
    repeatDiffPct: apart && apart.mean * 100,
    repeatDiffHigh: apart && apart.high * 100,
    invertedCount: sum('inverted'),
    byKind: Object.fromEntries(
      DEGRADATIONS.map((kind) => {
        const { canFall: probes = 0, detected = 0, inverted = 0 } = found.get(kind) ?? {};
        return [kind, { probes, detected, inverted }];
      }),
    ) as JudgeTrust['probe']['byKind'],
  };
}

/** If no two scores differed, too few probes could still hide a step of Helpfulness, from 1 to 5. */
const STEP = 0.25;

function meanApart(n: number, sum: number, squares: number): { mean: number; high: number } | null {
  if (n === 0) return null;
  const mean = sum / n;
  const around = squares - n * mean * mean;
  // A smaller value is rounding, not variance: scores are steps of a scale.
  const spread = n > 1 && around > 1e-9;
  const half = spread
    ? studentTQuantile((1 + CONFIDENCE) / 2, n - 1) * Math.sqrt(around / (n - 1) / n)
    : STEP * unseenShare(n);
  return { mean, high: Math.min(1, mean + half) };
}
