// Notes that a reader should know before trusting a row.
import { FEWEST_PAIRS } from '#lib/stats/power';
import { counted } from '#lib/wording';
import { type TestResult } from './criterion-test.ts';

interface Counted {
  baselineCount: number;
  candidateCount: number;
  sameScale?: boolean;
  paired?: boolean;
}

export function noteOn(
  { baselineCount, candidateCount, sameScale = true, paired = false }: Counted,
  result: TestResult | null,
): string | null {
  if (candidateCount === 0) return 'Scored in the baseline only: there is nothing to compare it with.';
  if (baselineCount === 0) return 'Scored in the candidate only: there is nothing to compare it with.';
  if (result === null) return null;
  const notes: string[] = [];
  if (!sameScale) notes.push('The scale differs between the runs; each is compared on its own, from 0 to 1.');
  if (paired && result.n < Math.max(baselineCount, candidateCount))
    notes.push(
      `Compared on the ${counted(result.n, 'item')} that both runs scored (baseline ${baselineCount}, candidate ${candidateCount}).`,
    );
  if (result.pValue === null) notes.push('A single score shows no spread: no test is possible.');
  if (result.mixed)
    notes.push('Most items moved one way and the mean the other: look at the items before you decide.');
  if (paired && result.n - result.unchanged < FEWEST_PAIRS && result.n > result.unchanged)
    notes.push(
      `Only ${counted(result.n - result.unchanged, 'item')} changed; fewer than ${FEWEST_PAIRS} cannot be significant.`,
    );
  return notes.length === 0 ? null : notes.join(' ');
}
