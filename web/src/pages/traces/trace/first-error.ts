import type { Sums } from './sums.ts';
import { valueAt, type Tree } from './tree.ts';

/**
 * The first span that failed by itself: an agent fails because a span below it did, and that span says why.
 * null if nothing failed.
 */
export function firstError({ nodes, from }: Tree, sums: Sums): number | null {
  let found: number | null = null;
  nodes.forEach(({ error }, at) => {
    if (error === null || valueAt(sums.errors, at) > 1) return;
    if (found === null || valueAt(from, at) < valueAt(from, found)) found = at;
  });
  return found;
}
