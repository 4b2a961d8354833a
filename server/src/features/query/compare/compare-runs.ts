// Aligns two runs by path: spans with the same name under aligned parents belong together, whatever their order.
// Among spans of one name, equal ones are paired first. Without recursion, because a run may be one chain of tens
// of thousands of spans, and in pieces, because other requests want the thread.
import { NO_PARENT } from '@tracewell/sdk/reading';
import { Pace } from '#lib/yield-to-event-loop';
import { SpanTree } from '../outline/span-tree.ts';
import { matchLists } from './match-lists.ts';

/** A span as far as two runs can differ in it. */
export interface ComparedSpan {
  spanId: string;
  parentSpanId: string;
  kind: 'llm' | 'observation';
  type: string;
  name: string;
  error: string;
  provider: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  costUsd: number;
  /** Equal for spans with equal input and output; '' if unknown, which differs from nothing. */
  content: string;
}

export const DIFFERENCES = ['status', 'model', 'tokens', 'cost', 'content'] as const;
type Difference = (typeof DIFFERENCES)[number];

export interface AlignedRow {
  status: 'same' | 'changed' | 'onlyA' | 'onlyB';
  path: string;
  /** 0 for a root. */
  depth: number;
  differs: Difference[];
  /** Indexes; null if the run has no such span. */
  a: number | null;
  b: number | null;
}

/** Characters. Of a longer path, the end is kept. */
const MAX_PATH = 500;

/** Parents before their children, in the order of `a`; what only `b` has follows what is before it there. */
export async function alignRuns(
  a: readonly ComparedSpan[],
  b: readonly ComparedSpan[],
): Promise<AlignedRow[]> {
  const pace = new Pace();
  const marks = new Map<string, number>();
  const left = await sideOf(a, marks, pace);
  const right = await sideOf(b, marks, pace);
  const rows: AlignedRow[] = [];
  const open: Level[] = [{ a: NO_PARENT, b: NO_PARENT, path: '', depth: 0 }];
  for (let level = open.pop(); level; level = open.pop()) {
    if (pace.isDue) await pace.rest();
    if (level.row) rows.push(level.row);
    const below = levelsBelow(left, right, level);
    // The last one that is pushed is the next one.
    for (let at = below.length - 1; at >= 0; at -= 1) open.push(below[at] as Level);
  }
  return rows;
}

interface Side {
  spans: readonly ComparedSpan[];
  tree: SpanTree;
  /** The same number for spans that are equal with everything below them, in both runs. */
  marks: Int32Array;
}

/** Two aligned spans; `ABSENT` in a run that has no such span. */
interface Level {
  a: number;
  b: number;
  path: string;
  depth: number;
  row?: AlignedRow;
}

const ABSENT = -2;

async function sideOf(spans: readonly ComparedSpan[], known: Map<string, number>, pace: Pace): Promise<Side> {
  const tree = new SpanTree(spans);
  const marks = new Int32Array(spans.length);
  const below: number[][] = spans.map(() => []);
  // Each span comes after everything below it.
  for (let place = tree.order.length - 1; place >= 0; place -= 1) {
    if (pace.isDue) await pace.rest();
    const at = tree.order[place] ?? 0;
    // Spans that run at the same time have no fixed order.
    const parts = (below[at] ?? []).sort((one, other) => one - other).join();
    const text = `${ownText(spans[at] as ComparedSpan)}\n${parts}`;
    const mark = known.get(text) ?? known.size;
    known.set(text, mark);
    marks[at] = mark;
    const parent = tree.parents[at] ?? NO_PARENT;
    if (parent !== NO_PARENT) below[parent]?.push(mark);
  }
  return { spans, tree, marks };
}

const ownText = (span: ComparedSpan): string =>
  JSON.stringify([
    span.type,
    span.name,
    span.error,
    span.provider,
    span.model,
    span.promptTokens,
    span.completionTokens,
    span.totalTokens,
    span.costUsd,
    span.content,
  ]);

/** What makes a place in the path. The model is no part of it: another one is a change, not another span. */
const segmentOf = ({ kind, type, name, model }: ComparedSpan): string => {
  const named = kind === 'llm' && model !== '' ? name.replaceAll(model, '').trim() : name;
  return (named === '' ? type : named).replaceAll('/', '∕');
};

const keyOf = (span: ComparedSpan): string => `${span.type}\n${segmentOf(span)}`;

function levelsBelow(left: Side, right: Side, { a, b, path, depth }: Level): Level[] {
  const ofA = a === ABSENT ? [] : left.tree.childrenOf(a);
  const ofB = b === ABSENT ? [] : right.tree.childrenOf(b);
  const partnerOf = pairsOf(left, right, ofA, ofB);
  const inOrder = mergedOrder(ofA, ofB, partnerOf);
  const seen = new Map<string, number>();
  return inOrder.map(([at, other]): Level => {
    const shown = (at === ABSENT ? right.spans[other] : left.spans[at]) as ComparedSpan;
    const segment = segmentOf(shown);
    const count = (seen.get(segment) ?? 0) + 1;
    seen.set(segment, count);
    const here = endOf(`${path}${path === '' ? '' : '/'}${segment}${count === 1 ? '' : `[${count}]`}`);
    const place = { at, other, path: here, depth };
    return {
      a: at,
      b: other,
      path: here,
      depth: depth + 1,
      row: rowOf(left.spans[at], right.spans[other], place),
    };
  });
}

const endOf = (path: string): string =>
  path.length <= MAX_PATH ? path : `…${path.slice(1 - MAX_PATH).replace(/^[\uDC00-\uDFFF]/, '')}`;

/** The span of `b` for each span of `a` that has one. */
function pairsOf(
  left: Side,
  right: Side,
  ofA: readonly number[],
  ofB: readonly number[],
): ReadonlyMap<number, number> {
  const byKey = Map.groupBy(ofB, (at) => keyOf(right.spans[at] as ComparedSpan));
  const partners = new Map<number, number>();
  for (const [key, mine] of Map.groupBy(ofA, (at) => keyOf(left.spans[at] as ComparedSpan))) {
    const theirs = byKey.get(key) ?? [];
    const marksOf = (of: Side, list: readonly number[]) => list.map((at) => of.marks[at] ?? 0);
    for (const [at, other] of matchLists(marksOf(left, mine), marksOf(right, theirs)))
      partners.set(mine[at] ?? 0, theirs[other] ?? 0);
  }
  return partners;
}

function mergedOrder(
  ofA: readonly number[],
  ofB: readonly number[],
  partnerOf: ReadonlyMap<number, number>,
): [a: number, b: number][] {
  const ofPartner = new Map([...partnerOf].map(([at, other]) => [other, at]));
  /** What only `b` has, after the span of `a` that it follows. */
  const following = new Map<number, number[]>();
  let list: number[] = [];
  following.set(ABSENT, list);
  for (const other of ofB) {
    const at = ofPartner.get(other);
    if (at === undefined) list.push(other);
    else following.set(at, (list = []));
  }
  const onlyB = (after: number) =>
    (following.get(after) ?? []).map((other): [number, number] => [ABSENT, other]);
  return [
    ...onlyB(ABSENT),
    ...ofA.flatMap((at): [number, number][] => [[at, partnerOf.get(at) ?? ABSENT], ...onlyB(at)]),
  ];
}

function rowOf(
  a: ComparedSpan | undefined,
  b: ComparedSpan | undefined,
  { at, other, path, depth }: { at: number; other: number; path: string; depth: number },
): AlignedRow {
  const differs = a && b ? DIFFERENCES.filter((which) => differ[which](a, b)) : [];
  const status = !a ? 'onlyB' : !b ? 'onlyA' : differs.length === 0 ? 'same' : 'changed';
  return { status, path, depth, differs, a: a ? at : null, b: b ? other : null };
}

const differ: Readonly<Record<Difference, (a: ComparedSpan, b: ComparedSpan) => boolean>> = {
  status: (a, b) => a.error !== b.error,
  model: (a, b) => a.model !== b.model || a.provider !== b.provider,
  tokens: (a, b) =>
    a.promptTokens !== b.promptTokens ||
    a.completionTokens !== b.completionTokens ||
    a.totalTokens !== b.totalTokens,
  cost: (a, b) => a.costUsd !== b.costUsd,
  content: (a, b) => a.content !== b.content && a.content !== '' && b.content !== '',
};
