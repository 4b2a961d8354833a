// Repeated siblings under one parent are shown as one row: spans with the same type and name, `web_search × 73`, and loops of
// a few spans, `chat → web_search × 20`.
import type { Sums } from '../trace/sums.ts';
import { NONE, valueAt, type Tree } from '../trace/tree.ts';

interface Fold {
  first: number;
  /** The names of the spans that are repeated. */
  names: readonly string[];
  /** How often they are repeated. */
  count: number;
  /** The index after the last descendant of the last span. */
  end: number;
  /** The time range of all its spans, in milliseconds since the start of the trace. */
  from: number;
  to: number;
  cost: number;
  tokens: number;
  calls: number;
  errors: number;
  /** 1 if one of its spans is on the critical path. */
  isCritical: boolean;
}

export interface Folds {
  /** By the first span. */
  by: ReadonlyMap<number, Fold>;
  /** By span: the first span of the run that it belongs to, or NONE. */
  runOf: Int32Array;
  /** By span: the number of folds around it, which indent it. */
  around: Uint8Array;
}

/** Shorter runs are easier to read as they are. */
const LEAST = 5;
/** The spans of a loop differ from each other and say more than repeats, so a short loop is not folded. */
const MIN_ROUNDS = 4;
const MIN_LOOP_SPANS = 12;
/** Spans of one round. */
const LONGEST_ROUND = 4;

export function foldRepeats(tree: Tree, sums: Sums, onPath: Uint8Array): Folds {
  const count = tree.nodes.length;
  const by = new Map<number, Fold>();
  const runOf = new Int32Array(count).fill(NONE);
  const around = new Uint8Array(count);
  const seen = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    if (seen[at] === 1) continue;
    const siblings = siblingsFrom(tree, at);
    for (const one of siblings) seen[one] = 1;
    for (const { run, period } of runsIn(tree, siblings)) {
      const fold = foldOf(tree, sums, onPath, run, period);
      by.set(fold.first, fold);
      for (const one of run) runOf[one] = fold.first;
      for (let inside = fold.first; inside < fold.end; inside++) around[inside] = (around[inside] ?? 0) + 1;
    }
  }
  return { by, runOf, around };
}

/** The span and the siblings after it. */
function siblingsFrom({ nodes, parent, after }: Tree, at: number): number[] {
  const above = valueAt(parent, at);
  const siblings = [at];
  for (let next = valueAt(after, at); next < nodes.length; next = valueAt(after, next)) {
    if (valueAt(parent, next) !== above) break;
    siblings.push(next);
  }
  return siblings;
}

interface Run {
  /** Whole rounds only: what is left of the last one, often the answer, stays visible. */
  run: readonly number[];
  period: number;
}

/** Runs that are worth a fold, from left to right, each with the shortest round that explains it. */
function runsIn({ nodes }: Tree, siblings: readonly number[]): Run[] {
  const isSame = (one: number, other: number): boolean => {
    const a = nodes[valueAt(siblings, one)];
    const b = nodes[valueAt(siblings, other)];
    return a?.name === b?.name && a?.type === b?.type;
  };
  const runs: Run[] = [];
  for (let start = 0; start + LEAST <= siblings.length;) {
    let length = 0;
    for (let period = 1; period <= LONGEST_ROUND && length === 0; period++) {
      let end = start + period;
      while (end < siblings.length && isSame(end - period, end)) end++;
      const rounds = Math.floor((end - start) / period);
      if (period === 1 ? rounds < LEAST : rounds < MIN_ROUNDS || rounds * period < MIN_LOOP_SPANS) continue;
      length = rounds * period;
      runs.push({ run: siblings.slice(start, start + length), period });
    }
    start += Math.max(1, length);
  }
  return runs;
}

function foldOf(tree: Tree, sums: Sums, onPath: Uint8Array, run: readonly number[], period: number): Fold {
  const [first = 0] = run;
  const add = (list: ArrayLike<number>) => run.reduce((sum, at) => sum + valueAt(list, at), 0);
  return {
    first,
    names: run.slice(0, period).map((at) => tree.nodes[at]?.name ?? ''),
    count: run.length / period,
    end: valueAt(tree.after, run.at(-1) ?? first),
    from: run.reduce((least, at) => Math.min(least, valueAt(tree.from, at)), Number.POSITIVE_INFINITY),
    to: run.reduce((most, at) => Math.max(most, valueAt(tree.to, at)), 0),
    cost: add(sums.cost),
    tokens: add(sums.tokens),
    calls: add(sums.calls),
    errors: add(sums.errors),
    isCritical: run.some((at) => onPath[at] === 1),
  };
}

/** The first spans of all folds that must be open to see a span. The first span of a run stands for its fold. */
export function foldsAround({ by }: Folds, at: number): number[] {
  return [...by.values()].flatMap(({ first, end }) => (first < at && at < end ? [first] : []));
}
