// The figures of an item by which results are sorted: how far the variants disagree, the score, cost and
// latency.
import { scoresOfCell, type CellFigures } from './cells.ts';
import type { ItemFigures } from './store.ts';

const UNKNOWN = -1;

/** `cells` are all cells of one item so far. */
export function itemFigures(cells: readonly CellFigures[]): ItemFigures {
  const ended = cells.filter(({ status }) => status !== 'uploaded');
  const all = ended.flatMap(scoresOfCell).flatMap(([, , normalized]) => normalized ?? []);
  return {
    disagreement: disagreement(ended),
    score: all.length === 0 ? UNKNOWN : mean(all),
    cost_micros: cells.reduce((sum, { cost_micros: micros }) => sum + micros, 0),
    latency_ms: Math.max(0, ...cells.map(({ latency_ms: ms }) => ms ?? 0)),
  };
}

/**
 * From 0 to 1. If a variant failed and another did not: 1. With scores: the largest distance between the means
 * of two variants, over the criteria. Without: how many variants have an output of their own.
 */
function disagreement(cells: readonly CellFigures[]): number {
  const variants = [...Map.groupBy(cells, ({ variant }) => variant).values()];
  if (variants.length < 2) return UNKNOWN;
  const answered = variants.filter((own) => own.some(({ status }) => status === 'done'));
  if (answered.length === 0) return 0;
  if (answered.length < variants.length) return 1;
  const spreads = spreadsOf(answered);
  if (spreads.length > 0) return Math.max(...spreads);
  const outputs = answered.map(
    (own) => own.find(({ output_digest: digest }) => digest !== null)?.output_digest,
  );
  return (new Set(outputs).size - 1) / (answered.length - 1);
}

/** For each criterion that at least two variants have scores of. */
function spreadsOf(variants: readonly (readonly CellFigures[])[]): number[] {
  const means = new Map<number, number[]>();
  for (const own of variants) {
    const byCriterion = Map.groupBy(own.flatMap(scoresOfCell), ([criterion]) => criterion);
    for (const [criterion, scores] of byCriterion) {
      const known = scores.flatMap(([, , normalized]) => normalized ?? []);
      if (known.length > 0) means.getOrInsertComputed(criterion, () => []).push(mean(known));
    }
  }
  return [...means.values()]
    .filter((values) => values.length > 1)
    .map((values) => Math.max(...values) - Math.min(...values));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
