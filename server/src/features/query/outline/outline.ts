// The outline of a trace: the spans that explain it, as lines of a tree. Failed spans come first, with their
// ancestors, then the upper levels, longest first. What is left out is counted where it belongs.
import { NO_PARENT } from '@tracewell/sdk/reading';
import type { ReadSpan } from '#records';
import { SpanTree } from './span-tree.ts';

interface OutlineOptions {
  /** Only failed spans and their ancestors. */
  errorsOnly: boolean;
  maxSpans: number;
  /** Only this span and what is below it, by its label or the id of its record. */
  under: string | null;
}

/** Spans that have no line. */
interface Hidden {
  spans: number;
  failed: number;
  totalTokens: number;
  costUsd: number;
}

interface Line {
  depth: number;
  /** The span, or the spans that are left out here. */
  shows: { span: ReadSpan; label: string } | Hidden;
}

interface Outline {
  lines: Line[];
  /** Spans of this part of the trace, and those that have a line. */
  inPart: number;
  shown: number;
}

/** Null if the trace has no span `under`. */
export function outlineOf(spans: readonly ReadSpan[], options: OutlineOptions): Outline | null {
  const tree = new SpanTree(spans);
  const { under } = options;
  const top = under === null ? NO_PARENT : indexUnder(spans, under);
  if (under !== null && top === NO_PARENT) return null;
  const part = under === null ? tree.order : tree.partOf(top);
  const chosen = new Chosen(tree, top);
  for (const at of ranked(spans, tree, part, options.errorsOnly)) {
    if (!chosen.add(at, options.maxSpans)) break;
  }
  const lines = linesOf(spans, tree, chosen, top);
  return { lines, inPart: part.length, shown: chosen.size };
}

/** A span is chosen together with its ancestors, so that every line has its place. */
class Chosen {
  readonly #tree: SpanTree;
  readonly #top: number;
  readonly #has: Uint8Array;
  size = 0;

  constructor(tree: SpanTree, top: number) {
    this.#tree = tree;
    this.#top = top;
    this.#has = new Uint8Array(tree.order.length);
  }

  has(at: number): boolean {
    return this.#has[at] === 1;
  }

  /** False if there is no room for any other. */
  add(span: number, most: number): boolean {
    if (this.size >= most) return false;
    const path: number[] = [];
    for (let at = span; at !== NO_PARENT && !this.has(at); at = this.#above(at)) path.push(at);
    if (this.size + path.length > most && this.size > 0) return true;
    // The upper end of a path that is longer than the whole outline.
    for (const at of path.slice(-most)) this.#has[at] = 1;
    this.size += Math.min(most, path.length);
    return true;
  }

  #above(at: number): number {
    return at === this.#top ? NO_PARENT : (this.#tree.parents[at] ?? NO_PARENT);
  }
}

/** Failed spans in their order; then the others by level, the longest first. */
function* ranked(
  spans: readonly ReadSpan[],
  { depths }: SpanTree,
  part: Int32Array,
  errorsOnly: boolean,
): Generator<number> {
  const levels: (number[] | undefined)[] = [];
  for (const at of part) {
    if (spans[at]?.error) yield at;
    else if (!errorsOnly) (levels[depths[at] ?? 0] ??= []).push(at);
  }
  const tookOf = (at: number): number => spans[at]?.durationMs ?? 0;
  for (const level of levels) {
    if (level) yield* level.sort((a, b) => tookOf(b) - tookOf(a));
  }
}

function linesOf(spans: readonly ReadSpan[], tree: SpanTree, chosen: Chosen, top: number): Line[] {
  const lines: Line[] = [];
  const labelOf = labels(
    spans,
    spans.filter((_, at) => chosen.has(at)),
  );
  const from = top === NO_PARENT ? 0 : (tree.depths[top] ?? 0);
  /** Lines still to write, the next one last. */
  const waiting: (number | { hidden: number[]; depth: number })[] = [];
  const expand = (children: readonly number[], depth: number): void => {
    const hidden = children.filter((at) => !chosen.has(at));
    if (hidden.length > 0) waiting.push({ hidden, depth });
    waiting.push(...children.filter((at) => chosen.has(at)).reverse());
  };
  expand(top === NO_PARENT ? tree.childrenOf(NO_PARENT) : [top], 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'number') {
      lines.push({ depth: next.depth, shows: totalsOf(spans, tree, next.hidden) });
      continue;
    }
    const span = spans[next];
    if (!span) throw new Error('A span is missing in the tree.');
    const depth = (tree.depths[next] ?? 0) - from;
    lines.push({ depth, shows: { span, label: labelOf(span) } });
    expand(tree.childrenOf(next), depth + 1);
  }
  return lines;
}

function totalsOf(spans: readonly ReadSpan[], tree: SpanTree, tops: readonly number[]): Hidden {
  const totals = { spans: 0, failed: 0, totalTokens: 0, costUsd: 0 };
  for (const top of tops) {
    for (const at of tree.partOf(top)) {
      const span = spans[at];
      totals.spans += 1;
      if (span?.error) totals.failed += 1;
      totals.totalTokens += span?.totalTokens ?? 0;
      totals.costUsd += span?.costUsd ?? 0;
    }
  }
  return totals;
}

/**
 * The short name of a span in an outline. Record ids often repeat the id of the trace, so the id of the span
 * is used unless two spans share it.
 */
function labels(spans: readonly ReadSpan[], shown: readonly ReadSpan[]): (span: ReadSpan) => string {
  const counts = new Map(shown.map(({ spanId }) => [spanId, 0]));
  for (const { spanId } of spans) {
    const count = counts.get(spanId);
    if (count !== undefined) counts.set(spanId, count + 1);
  }
  return ({ id, spanId }) => (spanId === '' || (counts.get(spanId) ?? 0) > 1 ? id : spanId);
}

function indexUnder(spans: readonly ReadSpan[], label: string): number {
  const isShared = spans.filter(({ spanId }) => spanId === label).length > 1;
  return spans.findIndex(({ id, spanId }) => id === label || (spanId === label && !isShared));
}
