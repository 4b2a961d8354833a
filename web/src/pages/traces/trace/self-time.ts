// The time that a span spent itself: its duration without the time in which at least one of its children ran.
import { NONE, fill, valueAt, type Tree } from './tree.ts';

export function selfTimes({ nodes, parent, from, to }: Tree): Float64Array {
  const self = fill(new Float64Array(nodes.length), (at) => nodes[at]?.durationMs ?? 0);
  /** By span: until when its children so far have covered it. Siblings come by their start. */
  const covered = from.slice();
  for (let at = 0; at < nodes.length; at++) {
    const above = valueAt(parent, at);
    if (above === NONE) continue;
    const begin = Math.max(valueAt(from, at), valueAt(covered, above));
    const end = Math.min(valueAt(to, at), valueAt(to, above));
    if (end <= begin) continue;
    covered[above] = end;
    self[above] = Math.max(0, valueAt(self, above) - (end - begin));
  }
  return self;
}

/** Spans that are shown as the slowest ones. */
const SLOWEST = 20;

/** The spans of `among` with the longest own time, longest first. */
export function slowestOf(self: Float64Array, among: (at: number) => boolean): Int32Array {
  const found: number[] = [];
  self.forEach((ms, at) => {
    if (ms > 0 && among(at)) found.push(at);
  });
  return Int32Array.from(
    found.sort((a, b) => valueAt(self, b) - valueAt(self, a) || a - b).slice(0, SLOWEST),
  );
}
