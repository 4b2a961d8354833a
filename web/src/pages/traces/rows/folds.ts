// Repeated siblings: a run of spans with the same type and name under one parent is shown as one row, `web_search × 73`.
import type { Sums } from '../trace/sums.ts';
import { NONE, valueAt, type Tree } from '../trace/tree.ts';

interface Fold {
  first: number;
  count: number;
  /** The index after the last descendant of the last span. */
  end: number;
  /** Of all its spans, in milliseconds since the start of the trace. */
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

export function foldRepeats(tree: Tree, sums: Sums, onPath: Uint8Array): Folds {
  const count = tree.nodes.length;
  const by = new Map<number, Fold>();
  const runOf = new Int32Array(count).fill(NONE);
  const around = new Uint8Array(count);
  const seen = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    if (seen[at] === 1) continue;
    const run = runFrom(tree, at);
    for (const one of run) seen[one] = 1;
    if (run.length < LEAST) continue;
    const fold = foldOf(tree, sums, onPath, run);
    by.set(at, fold);
    for (const one of run) runOf[one] = at;
    for (let inside = at; inside < fold.end; inside++) around[inside] = (around[inside] ?? 0) + 1;
  }
  return { by, runOf, around };
}

/** The span and the siblings after it with the same type and name. */
function runFrom({ nodes, parent, after }: Tree, at: number): number[] {
  const { type, name } = nodes[at] ?? {};
  const above = valueAt(parent, at);
  const run = [at];
  for (let next = valueAt(after, at); next < nodes.length; next = valueAt(after, next)) {
    const node = nodes[next];
    if (valueAt(parent, next) !== above || node?.type !== type || node?.name !== name) break;
    run.push(next);
  }
  return run;
}

function foldOf(tree: Tree, sums: Sums, onPath: Uint8Array, run: readonly number[]): Fold {
  const [first = 0] = run;
  const add = (list: ArrayLike<number>) => run.reduce((sum, at) => sum + valueAt(list, at), 0);
  return {
    first,
    count: run.length,
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
