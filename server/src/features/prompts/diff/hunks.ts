// Groups the changed lines of two texts into hunks with three lines of context, numbered like `diff -u`.
import type { LineChange } from './diff-lines.ts';

interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: LineChange[];
}

const AROUND = 3;

export function hunksOf(changes: readonly LineChange[]): Hunk[] {
  const hunks: Hunk[] = [];
  let oldLine = 0;
  let newLine = 0;
  let done = 0;
  for (const [from, to] of stretches(changes)) {
    for (; done < from; done += 1) {
      oldLine += 1;
      newLine += 1;
    }
    const lines = changes.slice(from, to);
    const oldLines = lines.filter(({ kind }) => kind !== 'added').length;
    const newLines = lines.filter(({ kind }) => kind !== 'removed').length;
    hunks.push({
      // For a side without lines, the number is that of the line before.
      oldStart: oldLines === 0 ? oldLine : oldLine + 1,
      oldLines,
      newStart: newLines === 0 ? newLine : newLine + 1,
      newLines,
      lines,
    });
    oldLine += oldLines;
    newLine += newLines;
    done = to;
  }
  return hunks;
}

/** Ranges of changes with their context. Touching ranges are merged. */
function stretches(changes: readonly LineChange[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  changes.forEach(({ kind }, at) => {
    if (kind === 'context') return;
    const last = found.at(-1);
    const from = Math.max(0, at - AROUND);
    const to = Math.min(changes.length, at + AROUND + 1);
    if (last && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  });
  return found;
}
