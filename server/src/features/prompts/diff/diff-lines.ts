// Finds the common lines of two texts with Myers' greedy search for the shortest edit. The work is limited:
// texts that differ too much are shown as replaced between their common beginning and end.

export interface LineChange {
  kind: 'context' | 'removed' | 'added';
  text: string;
}

/** Search steps, about 20 ms. */
const MAX_STEPS = 1_000_000;
/** Maximum number of edits. The path is stored for each, so memory grows with the square. */
const MAX_EDITS = 800;

export function diffLines(before: string, after: string): LineChange[] {
  const [old, now, texts] = numbered(before.split('\n'), after.split('\n'));
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let oldEnd = old.length;
  let newEnd = now.length;
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const line = (kind: LineChange['kind'], number: number | undefined): LineChange => ({
    kind,
    text: texts[number ?? -1] ?? '',
  });
  const changes: LineChange[] = [];
  for (const number of old.subarray(0, start)) changes.push(line('context', number));
  const middle = edits(old.subarray(start, oldEnd), now.subarray(start, newEnd));
  let left = start;
  let right = start;
  for (const kind of middle ?? replaced(oldEnd - start, newEnd - start)) {
    changes.push(line(kind, kind === 'added' ? now[right] : old[left]));
    if (kind !== 'added') left += 1;
    if (kind !== 'removed') right += 1;
  }
  for (const number of old.subarray(oldEnd)) changes.push(line('context', number));
  return changes;
}

/** Equal lines get equal numbers, so comparing them costs the same at any length. */
function numbered(before: string[], after: string[]): [Uint32Array, Uint32Array, string[]] {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return [Uint32Array.from(before, numberOf), Uint32Array.from(after, numberOf), texts];
}

const replaced = (removed: number, added: number): LineChange['kind'][] => [
  ...Array.from({ length: removed }, () => 'removed' as const),
  ...Array.from({ length: added }, () => 'added' as const),
];

/** Null if it would take too long. */
function edits(old: Uint32Array, now: Uint32Array): LineChange['kind'][] | null {
  if (old.length === 0 || now.length === 0) return replaced(old.length, now.length);
  const most = Math.min(old.length + now.length, MAX_EDITS);
  // The furthest line of the old text reached on each diagonal; index `most + 1` is diagonal 0.
  const reach = new Int32Array(2 * most + 3);
  const trail: Int32Array[] = [];
  let steps = 0;
  for (let count = 0; count <= most && steps <= MAX_STEPS; count += 1) {
    trail.push(reach.slice(most + 1 - count, most + 2 + count));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const left = reach[most + diagonal] as number;
      const right = reach[most + diagonal + 2] as number;
      let x = diagonal === -count || (diagonal !== count && left < right) ? right : left + 1;
      const from = x;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      steps += x - from + 1;
      reach[most + 1 + diagonal] = x;
      if (x >= old.length && x - diagonal >= now.length) return wayBack(trail, old.length, now.length);
    }
  }
  return null;
}

/** Walks back from the end: where each diagonal was reached from, and over which common lines. */
function wayBack(trail: readonly Int32Array[], oldLength: number, newLength: number): LineChange['kind'][] {
  const kinds: LineChange['kind'][] = [];
  let x = oldLength;
  let y = newLength;
  for (let count = trail.length - 1; count > 0; count -= 1) {
    const reached = (at: number): number => trail[count]?.[at + count] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -count || (diagonal !== count && reached(diagonal - 1) < reached(diagonal + 1));
    const before = down ? diagonal + 1 : diagonal - 1;
    const fromX = reached(before);
    const fromY = fromX - before;
    const [edgeX, edgeY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    for (; x > edgeX && y > edgeY; x -= 1, y -= 1) kinds.push('context');
    kinds.push(down ? 'added' : 'removed');
    x = fromX;
    y = fromY;
  }
  for (; x > 0; x -= 1) kinds.push('context');
  return kinds.reverse();
}
