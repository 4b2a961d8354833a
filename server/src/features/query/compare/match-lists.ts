// Pairs two lists of spans with the same name under the same parent. There are as many pairs as the shorter list has
// spans: first spans that are equal, in any order, because spans that run at the same time have none. Then the others
// within the gaps between equal ones, and at last what is left, in order.

type Pair = [left: number, right: number];

/** `left[i] === right[j]` means that the spans and everything below them are equal. */
export function matchLists(left: readonly number[], right: readonly number[]): Pair[] {
  const equal = equalPairs(left, right);
  const paired = new Map(equal);
  const taken = new Set(paired.values());
  const pairs = [...equal];
  const pair = (at: number, other: number): void => {
    paired.set(at, other);
    taken.add(other);
    pairs.push([at, other]);
  };
  let [at, other] = [0, 0];
  for (const [nextAt, nextOther] of [...inOrder(equal), [left.length, right.length] as const]) {
    for (;;) {
      while (at < nextAt && paired.has(at)) at += 1;
      while (other < nextOther && taken.has(other)) other += 1;
      if (at >= nextAt || other >= nextOther) break;
      pair(at, other);
    }
    [at, other] = [nextAt, nextOther];
  }
  const rest = right.keys().filter((place) => !taken.has(place));
  for (const place of left.keys()) {
    if (paired.has(place)) continue;
    const free = rest.next();
    if (free.done) break;
    pair(place, free.value);
  }
  return pairs;
}

/** Of several equal spans, the first belongs to the first. In the order of `left`. */
function equalPairs(left: readonly number[], right: readonly number[]): Pair[] {
  const places = Map.groupBy(right.keys(), (at) => right[at]);
  const used = new Map<number, number>();
  const pairs: Pair[] = [];
  left.forEach((mark, at) => {
    const count = used.get(mark) ?? 0;
    const other = places.get(mark)?.[count];
    if (other === undefined) return;
    used.set(mark, count + 1);
    pairs.push([at, other]);
  });
  return pairs;
}

/** The most pairs that are in the same order on both sides: the longest increasing subsequence. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const before = new Int32Array(pairs.length).fill(-1);
  /** For each length, the pair that ends such a sequence with the smallest place on the right. */
  const ends: number[] = [];
  const rightOf = (at: number): number => pairs[at]?.[1] ?? -1;
  for (const at of pairs.keys()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rightOf(ends[middle] ?? 0) < rightOf(at)) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  }
  const found: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found.push(pairs[at] as Pair);
  return found.toReversed();
}
