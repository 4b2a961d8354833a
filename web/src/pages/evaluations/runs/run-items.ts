// Groups the scores of a run by call, dataset item or trace.
import type { Score } from '../types.ts';

export interface RunItem {
  key: string;
  callId: string;
  itemKey: string;
  traceId: string | null;
  scores: Score[];
}

export const keyOf = ({ traceId, itemKey }: Pick<Score, 'traceId' | 'itemKey'>): string =>
  traceId === null ? itemKey : `trace ${traceId}`;

export function groupByItem(scores: readonly Score[]): RunItem[] {
  const items = new Map<string, RunItem>();
  for (const score of scores) {
    const key = keyOf(score);
    const known = items.get(key);
    if (known) known.scores.push(score);
    else {
      const { callId, itemKey, traceId } = score;
      items.set(key, { key, callId, itemKey, traceId, scores: [score] });
    }
  }
  return [...items.values()];
}

export const KINDS = ['all', 'low', 'unscored'] as const;
type Kind = (typeof KINDS)[number];

const isLow = ({ normalizedScore }: Score) => normalizedScore !== null && normalizedScore < 0.5;
const isUnscored = ({ status }: Score) => status === 'failed';

/** An item matches if one of its scores does, and is shown with all its scores. */
export function narrowed(scores: readonly Score[], kind: Kind, criterionId: number | null): RunItem[] {
  const wanted = criterionId === null ? scores : scores.filter((score) => score.criterionId === criterionId);
  const items = groupByItem(wanted);
  if (kind === 'all') return items;
  return items.filter((item) => item.scores.some(kind === 'low' ? isLow : isUnscored));
}

/** Items without any score come last. */
const lowest = ({ scores }: RunItem): number =>
  Math.min(
    2,
    ...scores.flatMap(({ normalizedScore }) => (normalizedScore === null ? [] : [normalizedScore])),
  );

export const worstFirst = (items: readonly RunItem[]): RunItem[] =>
  items.toSorted((a, b) => lowest(a) - lowest(b));
