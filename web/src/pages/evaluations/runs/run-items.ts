// Groups the scores of a run by call, dataset item or trace.
import type { ScoreData } from '../types.ts';

export interface RunItem {
  key: string;
  callId: string;
  itemKey: string;
  traceId: string | null;
  scores: ScoreData[];
}

export const runItemKey = ({ traceId, itemKey }: Pick<ScoreData, 'traceId' | 'itemKey'>): string =>
  traceId === null ? itemKey : `trace ${traceId}`;

export function groupByItem(scores: readonly ScoreData[]): RunItem[] {
  const items = new Map<string, RunItem>();
  for (const score of scores) {
    const key = runItemKey(score);
    const known = items.get(key);
    if (known) known.scores.push(score);
    else {
      const { callId, itemKey, traceId } = score;
      items.set(key, { key, callId, itemKey, traceId, scores: [score] });
    }
  }
  return [...items.values()];
}

export const RUN_ITEM_KINDS = ['all', 'low', 'unscored'] as const;
type Kind = (typeof RUN_ITEM_KINDS)[number];

const isLow = ({ normalizedScore }: ScoreData) => normalizedScore !== null && normalizedScore < 0.5;
const isUnscored = ({ status }: ScoreData) => status === 'failed';

/** An item matches if one of its scores does, and is shown with all its scores. */
export function narrowedScores(
  scores: readonly ScoreData[],
  kind: Kind,
  criterionId: number | null,
): RunItem[] {
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
