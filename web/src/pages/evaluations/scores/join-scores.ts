// Joins the answers for the stretches of a window: one for each UTC offset in it.
import type { Schemas } from '#api';

type Figures = Schemas['ScoreAggregate']['scores'][number];
type Step = Figures['series'][number];
type Summed = Omit<Step, 'key'>;

/** A day with a clock change is in two stretches, under one key. */
export function joinScores(answers: readonly (readonly Figures[])[]): Figures[] {
  if (answers.length === 1) return [...(answers[0] ?? [])];
  const byName = Map.groupBy(answers.flat(), ({ name, dataType }) => `${dataType}:${name}`);
  return [...byName.values()]
    .flatMap((parts): Figures[] => {
      const [one] = parts;
      if (!one) return [];
      const { name, dataType } = one;
      return [
        { name, dataType, ...summed(parts), series: joinSeries(parts.flatMap(({ series }) => series)) },
      ];
    })
    .toSorted((left, right) => right.count - left.count);
}

const joinSeries = (steps: readonly Step[]): Step[] =>
  [...Map.groupBy(steps, ({ key }) => key)].map(([key, parts]) => Object.assign(summed(parts), { key }));

function summed(parts: readonly Summed[]): Summed {
  const withMean = parts.filter(({ mean }) => mean !== null);
  const meant = withMean.reduce((sum, { count }) => sum + count, 0);
  const counts = new Map<string, number>();
  for (const { value, count } of parts.flatMap(({ values }) => values))
    counts.set(value, (counts.get(value) ?? 0) + count);
  const known = (of: 'min' | 'max') => parts.flatMap((part) => part[of] ?? []);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    mean:
      meant === 0 ? null : withMean.reduce((sum, { mean, count }) => sum + (mean ?? 0) * count, 0) / meant,
    min: known('min').length === 0 ? null : Math.min(...known('min')),
    max: known('max').length === 0 ? null : Math.max(...known('max')),
    values: [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((left, right) => right.count - left.count),
  };
}
