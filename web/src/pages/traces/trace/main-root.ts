import type { Span } from './spans.ts';
import type { Tree } from './tree.ts';

/**
 * The span that the trace is named after: a real root, else the first span at the top. null while it may
 * still be loading.
 */
export function mainRoot({ nodes, roots }: Tree, isWhole: boolean): Span | null {
  const root = roots.find(({ cause }) => cause === 'root') ?? (isWhole ? roots[0] : undefined);
  return root === undefined ? null : (nodes[root.at] ?? null);
}
