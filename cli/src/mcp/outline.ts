// The outline of a trace: an indented tree with one line per span. A large trace does not fit into an answer,
// so the outline shows the spans that explain it: failed ones with their ancestors first, then the upper
// levels, longest first. What is left out is counted where it belongs, and its place can be asked for.
import { NO_PARENT, parentIndexes } from '@tracewell/sdk/reading';
import type { Schemas } from '@tracewell/sdk';
import { clipped } from './answer.ts';

type Span = Schemas['TraceSpan'];

interface OutlineOptions {
  /** Only failed spans and their ancestors. */
  errorsOnly: boolean;
  maxSpans: number;
  /** Only this span and what is below it, by its label. */
  under?: string | undefined;
  /** More text for the line of a span. */
  detailOf?: (span: Span) => string | null;
}

interface Outline {
  lines: string[];
  /** How many spans this part of the trace has. */
  total: number;
  /** Those that have a line. */
  shown: Span[];
}

interface Totals {
  spans: number;
  errors: number;
  tokens: number;
  costUsd: number;
}

const NAME_CHARACTERS = 80;
const ERROR_CHARACTERS = 160;
/** Deeper spans keep their order but are not indented further. */
const MAX_INDENT = 24;

/**
 * The short name of a span in an outline. Record ids often repeat the id of the trace, so the id of the span
 * is used unless two spans share it.
 */
function labelsOf(spans: readonly Span[]): (span: Span) => string {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { spanId } of spans) {
    if (spanId === null) continue;
    if (seen.has(spanId)) shared.add(spanId);
    seen.add(spanId);
  }
  return ({ id, spanId }) => (spanId === null || shared.has(spanId) ? id : spanId);
}

/** By its label in an outline, or by the id of its record. */
export function findSpan(spans: readonly Span[], label: string): Span | null {
  const labelOf = labelsOf(spans);
  return spans.find((span) => labelOf(span) === label || span.id === label) ?? null;
}

class Tree {
  readonly spans: readonly Span[];
  readonly labelOf: (span: Span) => string;
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** Each parent before its children. */
  readonly order: number[];
  readonly children: number[][];
  readonly roots: number[] = [];

  constructor(spans: readonly Span[]) {
    this.spans = spans;
    this.labelOf = labelsOf(spans);
    this.parents = parentIndexes(spans);
    this.children = spans.map(() => []);
    this.depths = new Int32Array(spans.length);
    spans.forEach((_, at) => {
      const parent = this.parents[at] ?? NO_PARENT;
      (parent === NO_PARENT ? this.roots : (this.children[parent] ?? [])).push(at);
    });
    this.order = this.below(this.roots);
    for (const at of this.order) {
      const parent = this.parents[at] ?? NO_PARENT;
      this.depths[at] = parent === NO_PARENT ? 0 : (this.depths[parent] ?? 0) + 1;
    }
  }

  /** Without recursion: a trace may be thousands of spans deep. */
  below(tops: readonly number[]): number[] {
    const order: number[] = [];
    const waiting = tops.toReversed();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      order.push(at);
      for (const child of (this.children[at] ?? []).toReversed()) waiting.push(child);
    }
    return order;
  }

  span(at: number): Span {
    const span = this.spans[at];
    if (!span) throw new Error('A span is missing in the tree.');
    return span;
  }
}

/** Null if the trace has no span `under`. */
export function outlineOf(spans: readonly Span[], options: OutlineOptions): Outline | null {
  const tree = new Tree(spans);
  const { under } = options;
  const found = under === undefined ? null : findSpan(spans, under);
  if (under !== undefined && found === null) return null;
  const top = found === null ? -1 : spans.indexOf(found);
  const tops = under === undefined ? tree.roots : [top];
  const part = under === undefined ? tree.order : tree.below(tops);
  const chosen = choose(tree, part, options);
  const lines: string[] = [];
  const indentFrom = under === undefined ? 0 : (tree.depths[top] ?? 0);
  writeTree(
    tree,
    tops,
    chosen,
    (depth, text) => {
      lines.push(`${'  '.repeat(Math.min(MAX_INDENT, depth - indentFrom))}${text}`);
    },
    options,
  );
  return { lines, total: part.length, shown: [...chosen].map((at) => tree.span(at)) };
}

/** A span is chosen together with its ancestors, so that every line has its place. */
function choose(tree: Tree, part: readonly number[], { errorsOnly, maxSpans }: OutlineOptions): Set<number> {
  const inPart = new Set(part);
  const failed = part.filter((at) => tree.span(at).error !== null);
  const others = errorsOnly
    ? []
    : part
        .filter((at) => tree.span(at).error === null)
        .sort(
          (a, b) =>
            (tree.depths[a] ?? 0) - (tree.depths[b] ?? 0) ||
            tree.span(b).durationMs - tree.span(a).durationMs,
        );
  const chosen = new Set<number>();
  for (const at of [...failed, ...others]) {
    if (chosen.size >= maxSpans) break;
    const path: number[] = [];
    for (
      let up = at;
      up !== NO_PARENT && inPart.has(up) && !chosen.has(up);
      up = tree.parents[up] ?? NO_PARENT
    )
      path.push(up);
    if (chosen.size + path.length > maxSpans && chosen.size > 0) continue;
    for (const each of path) chosen.add(each);
  }
  return chosen;
}

type Write = (depth: number, text: string) => void;

function writeTree(
  tree: Tree,
  tops: readonly number[],
  chosen: ReadonlySet<number>,
  write: Write,
  options: OutlineOptions,
): void {
  /** Lines still to write; a span, or the spans that are left out below one. */
  const waiting: ({ at: number } | { hidden: readonly number[]; depth: number })[] = [];
  const expand = (list: readonly number[]): void => {
    const hidden = list.filter((at) => !chosen.has(at));
    const first = list[0];
    if (hidden.length > 0 && first !== undefined) waiting.push({ hidden, depth: tree.depths[first] ?? 0 });
    for (const at of list.filter((each) => chosen.has(each)).toReversed()) waiting.push({ at });
  };
  expand(tops);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('hidden' in next) {
      write(next.depth, hiddenText(totalsOf(tree, tree.below(next.hidden))));
      continue;
    }
    const span = tree.span(next.at);
    const depth = tree.depths[next.at] ?? 0;
    write(depth, spanLine(span, tree.labelOf(span), options.detailOf?.(span) ?? null));
    expand(tree.children[next.at] ?? []);
  }
}

function spanLine(span: Span, label: string, detail: string | null): string {
  const { type, name, durationMs, model, totalTokens, costUsd, error } = span;
  const facts = [
    `${Math.round(durationMs)} ms`,
    ...(model === null || name.includes(model) ? [] : [model]),
    ...(totalTokens === null ? [] : [`${totalTokens} tok`]),
    ...(costUsd === null ? [] : [shortUsd(costUsd)]),
  ];
  const failure = error === null ? '' : ` ERROR ${clipped(inOneLine(error), ERROR_CHARACTERS)}`;
  const more = detail === null ? '' : ` | ${detail}`;
  return `${type} ${clipped(inOneLine(name), NAME_CHARACTERS)} (${facts.join(', ')})${failure}${more} [${label}]`;
}

const hiddenText = ({ spans, errors, tokens, costUsd }: Totals): string => {
  const facts = [
    ...(errors > 0 ? [`${errors} failed`] : []),
    ...(tokens > 0 ? [`${tokens} tok`] : []),
    ...(costUsd > 0 ? [shortUsd(costUsd)] : []),
  ];
  return `… ${spans} more ${spans === 1 ? 'span' : 'spans'}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
};

function totalsOf(tree: Tree, list: readonly number[]): Totals {
  const totals = { spans: list.length, errors: 0, tokens: 0, costUsd: 0 };
  for (const at of list) {
    const { error, totalTokens, costUsd } = tree.span(at);
    if (error !== null) totals.errors += 1;
    totals.tokens += totalTokens ?? 0;
    totals.costUsd += costUsd ?? 0;
  }
  return totals;
}

export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Four figures are enough to compare spans. */
export const shortUsd = (usd: number): string => `$${usd === 0 ? '0' : Number(usd.toPrecision(4))}`;
