// How busy the trace was over its time, for the minimap: the number of spans without children that ran in
// each column.
import { valueAt, type Tree } from '../trace/tree.ts';

export interface Density {
  /** By column, from 0 to 1. */
  load: Float32Array;
  /** 1 where a span failed. */
  failed: Uint8Array;
}

export function densityOf({ nodes, from, to, after, totalMs }: Tree, columns: number): Density {
  const steps = new Int32Array(columns + 1);
  const failed = new Uint8Array(columns);
  const width = (totalMs || 1) / columns;
  nodes.forEach(({ error }, at) => {
    if (valueAt(after, at) > at + 1) return;
    const first = Math.min(columns - 1, Math.floor(valueAt(from, at) / width));
    const last = Math.min(columns - 1, Math.max(first, Math.ceil(valueAt(to, at) / width) - 1));
    steps[first] = valueAt(steps, first) + 1;
    steps[last + 1] = valueAt(steps, last + 1) - 1;
    if (error !== null) for (let column = first; column <= last; column++) failed[column] = 1;
  });
  const load = new Float32Array(columns);
  let running = 0;
  let most = 1;
  for (let column = 0; column < columns; column++) {
    running += valueAt(steps, column);
    load[column] = running;
    most = Math.max(most, running);
  }
  for (let column = 0; column < columns; column++) load[column] = valueAt(load, column) / most;
  return { load, failed };
}
