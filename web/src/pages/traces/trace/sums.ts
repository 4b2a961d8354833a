// Totals of every span including its subtree.
import { NONE, fill, valueAt, type Tree } from './tree.ts';

export interface Sums {
  cost: Float64Array;
  tokens: Float64Array;
  calls: Int32Array;
  errors: Int32Array;
}

export function sumSubtrees({ nodes, parent }: Tree): Sums {
  const count = nodes.length;
  const sums: Sums = {
    cost: fill(new Float64Array(count), (at) => nodes[at]?.call?.costUsd ?? 0),
    tokens: fill(new Float64Array(count), (at) => nodes[at]?.call?.totalTokens ?? 0),
    calls: fill(new Int32Array(count), (at) => (nodes[at]?.call ? 1 : 0)),
    errors: fill(new Int32Array(count), (at) => (nodes[at]?.error === null ? 0 : 1)),
  };
  for (const list of [sums.cost, sums.tokens]) addUp(list, parent);
  for (const list of [sums.calls, sums.errors]) addUp(list, parent);
  return sums;
}

/**
 * Descendants come after their ancestors, so going backwards every span is complete before it is added to its
 * parent.
 */
function addUp(list: Float64Array | Int32Array, parent: Int32Array): void {
  for (let at = list.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (above !== NONE) list[above] = (list[above] ?? 0) + (list[at] ?? 0);
  }
}

type Totals = Record<keyof Sums, number>;

export function totalsOf({ roots }: Tree, sums: Sums): Totals {
  const over = (list: ArrayLike<number>) => roots.reduce((sum, { at }) => sum + valueAt(list, at), 0);
  return {
    cost: over(sums.cost),
    tokens: over(sums.tokens),
    calls: over(sums.calls),
    errors: over(sums.errors),
  };
}
