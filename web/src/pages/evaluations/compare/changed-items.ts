// Pairs the scores of two runs by item and criterion, largest drop first.
import { runItemKey } from '../runs/run-items.ts';
import type { ScoreData } from '../types.ts';

export interface ItemPair {
  key: string;
  itemKey: string;
  callId: string;
  traceId: string | null;
  criterionId: number;
  criterionName: string;
  before: ScoreData | null;
  after: ScoreData | null;
  /** Part of the scale, from -1 to 1; null if either run has no score. */
  change: number | null;
}

const pairKey = (score: ScoreData): string => `${score.criterionId} ${runItemKey(score)}`;

export function changedItems(before: readonly ScoreData[], after: readonly ScoreData[]): ItemPair[] {
  const earlier = new Map(before.map((score) => [pairKey(score), score]));
  const later = new Map(after.map((score) => [pairKey(score), score]));
  const shared = [...later.keys()].some((key) => earlier.has(key));
  if (!shared) return [];
  const pairs = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): ItemPair[] => {
    const was = earlier.get(key) ?? null;
    const is = later.get(key) ?? null;
    const one = is ?? was;
    if (one === null) return [];
    const { itemKey, callId, traceId, criterionId, criterionName } = one;
    const from = was?.normalizedScore ?? null;
    const to = is?.normalizedScore ?? null;
    const change = from === null || to === null ? null : to - from;
    return [{ key, itemKey, callId, traceId, criterionId, criterionName, before: was, after: is, change }];
  });
  return pairs.toSorted((a, b) => (a.change ?? 2) - (b.change ?? 2));
}
