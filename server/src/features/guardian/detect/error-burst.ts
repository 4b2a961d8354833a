// Detects many more failures in 15 minutes than the project usually has. Failures of the same input count
// once, because repeated retries are a retry storm.
import { isoTime } from '#lib/clock';
import { counted, named, number, percent, timeOf } from '#lib/wording';
import { QUARTER_MS } from '#records';
import { graded } from '../kinds.ts';
import type { ProjectQuarter } from './project-quarters.ts';
import { quarterEvidence, type Sighting } from './sighting.ts';
import type { QuarterBaseline } from '../records/baseline.ts';

const MIN_ERRORS = 10;
const MIN_RATE = 0.2;
/** For a project without a baseline. */
const MIN_RATE_UNKNOWN = 0.5;
const MIN_HISTORY_CALLS = 200;
const TIMES_USUAL = 4;
const DEVIATIONS = 6;
/** The assumed rate of a project that never failed. */
const MIN_USUAL = 0.01;

const attempted = ({ calls, errors, failedInputs }: ProjectQuarter): number => calls - errors + failedInputs;

export const mayBurst = (quarter: ProjectQuarter): boolean =>
  quarter.failedInputs >= MIN_ERRORS && quarter.failedInputs >= MIN_RATE * attempted(quarter);

export function errorBursts(
  quarters: readonly ProjectQuarter[],
  usual: ReadonlyMap<number, QuarterBaseline>,
): Sighting[] {
  return quarters.filter(mayBurst).flatMap((quarter): Sighting[] => {
    const { project, calls, errors, failing } = quarter;
    const known = usual.get(project);
    const enough = known !== undefined && known.calls >= MIN_HISTORY_CALLS;
    const { failedInputs } = quarter;
    const rate = failedInputs / attempted(quarter);
    const usualRate = enough ? Math.max(MIN_USUAL, known.errors / known.calls) : null;
    if (usualRate === null ? rate < MIN_RATE_UNKNOWN : !isFar(failedInputs, attempted(quarter), usualRate))
      return [];
    const startMs = quarter.quarter * QUARTER_MS;
    return [
      {
        kind: 'error_burst',
        project,
        cause: '',
        byOccasion: true,
        unit: String(quarter.quarter),
        total: errors,
        severity: graded(errors * rate, [MIN_ERRORS, 100, 1_000]),
        title: `${percent(rate)} of the calls failed`,
        detail:
          `${number(errors)} of ${counted(calls, 'call')} failed in the 15 minutes from ${timeOf(startMs)}` +
          (usualRate === null ? '' : `; usually ${percent(usualRate)} do`) +
          (failing ? `. Most of them went to ${failing.provider} ${named(failing.model)}.` : '.'),
        values: {
          errors,
          calls,
          errorRate: Math.round(rate * 1e4) / 1e4,
          ...(usualRate === null ? {} : { usualErrorRate: Math.round(usualRate * 1e4) / 1e4 }),
          ...(failing ? { provider: failing.provider, model: failing.model } : {}),
          startAt: isoTime(startMs),
          windowMinutes: 15,
        },
        ...quarterEvidence(quarter, 'errors'),
      },
    ];
  });
}

function isFar(errors: number, calls: number, usualRate: number): boolean {
  const rate = errors / calls;
  // A project with a third of its calls failing cannot fail four times as often.
  const limit = Math.max(MIN_RATE, Math.min(TIMES_USUAL * usualRate, (1 + usualRate) / 2));
  const deviation = Math.sqrt(calls * usualRate * (1 - Math.min(usualRate, 0.99)));
  return rate >= limit && (errors - calls * usualRate) / Math.max(deviation, 0.5) >= DEVIATIONS;
}
