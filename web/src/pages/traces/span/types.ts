import type { CriticalPath } from '../trace/critical-path.ts';
import type { Sums } from '../trace/sums.ts';
import type { Tree } from '../trace/tree.ts';

export interface SpanPanelProps {
  traceId: string;
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
  /** By span: its time without the spans below it. */
  self: Float64Array;
  at: number;
  /** null where the panel cannot be closed. */
  onClose: (() => void) | null;
}
