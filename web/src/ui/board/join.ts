// Joins the answers of several queries into one series: a window with a clock change is queried in parts,
// each with its own offset, and the day of the change is in two of them.
import type { Schemas } from '#api';
import type { WindowStep, Stretch } from '#lib/time-window';

type Aggregate = Pick<Schemas['Aggregate'], 'groups' | 'total'>;

interface Amount {
  value: number | null;
  count: number;
}

/** A mean is weighted by calls; everything else is a sum. */
export function joinAmounts(isMean: boolean, parts: readonly Amount[]): Amount {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const known = parts.filter((part): part is Amount & { value: number } => part.value !== null);
  if (known.length === 0) return { value: null, count };
  if (!isMean) return { value: known.reduce((sum, { value }) => sum + value, 0), count };
  const calls = known.reduce((sum, part) => sum + part.count, 0);
  const value =
    calls === 0
      ? (known[0]?.value ?? null)
      : known.reduce((sum, part) => sum + part.value * part.count, 0) / calls;
  return { value, count };
}

interface Joined {
  byKey: ReadonlyMap<string, Amount>;
  total: Amount;
}

export function joinAggregates(isMean: boolean, answers: readonly Aggregate[]): Joined {
  const groups = Map.groupBy(
    answers.flatMap((answer) => answer.groups),
    ({ key }) => key,
  );
  return {
    byKey: new Map([...groups].map(([key, parts]) => [key, joinAmounts(isMean, parts)])),
    total: joinAmounts(
      isMean,
      answers.map(({ total }) => total),
    ),
  };
}

/**
 * Days in two stretches, clipped to the window. Sums can be joined; percentiles cannot, so each such day is
 * queried as a whole.
 */
export function splitDays(steps: readonly WindowStep[], stretches: readonly Stretch[]): WindowStep[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return [];
  const changes = stretches.slice(1).map(({ startTime }) => startTime);
  return steps
    .filter(({ startTime, endTime }) => changes.some((at) => startTime < at && at < endTime))
    .map(({ key, startTime, endTime }) => ({
      key,
      startTime: startTime < first.startTime ? first.startTime : startTime,
      endTime: endTime > last.endTime ? last.endTime : endTime,
    }));
}

export interface Ranks {
  p50: number | null;
  p95: number | null;
  p99: number | null;
  count: number;
}

/** `whole` maps the key of a split day to its answer as a whole. */
export function joinPercentiles(
  answers: readonly Schemas['Percentiles'][],
  whole: ReadonlyMap<string, Schemas['Percentiles']>,
): ReadonlyMap<string, Ranks> {
  const byKey = new Map<string, Ranks>(
    answers.flatMap((answer) => ('byDay' in answer ? answer.byDay : [])).map((ranks) => [ranks.key, ranks]),
  );
  for (const [key, answer] of whole) if ('p50' in answer && byKey.has(key)) byKey.set(key, answer);
  return byKey;
}
