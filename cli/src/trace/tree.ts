// The tree of a trace as lines. No recursion, because a client may nest spans thousands deep.
import type { Schemas } from '@tracewell/sdk';
import { errorHeadline, NO_PARENT, parentIndexes } from '@tracewell/sdk/reading';
import { dollarText, durationText, countText } from '../terminal/amounts.ts';
import { cut, padded, paddedLeft, plain, widthOf } from '../terminal/columns.ts';
import { paint } from '../terminal/output.ts';

type Span = Schemas['TraceSpan'];

interface Placed {
  span: Span;
  /** The branches in front of the name. */
  lead: string;
  /** The branches in front of a line below it. */
  below: string;
}

/** Deeper spans are drawn at this depth, so that their names stay readable. */
const DEEPEST = 12;

/** Spans in the order of the tree; siblings by their start. */
function placedSpans(spans: readonly Span[]): Placed[] {
  const parents = parentIndexes(spans);
  const children = new Map<number, number[]>();
  parents.forEach((parent, at) => {
    const siblings = children.get(parent);
    if (siblings) siblings.push(at);
    else children.set(parent, [at]);
  });
  const placed: Placed[] = [];
  const waiting = rowsOf(children.get(NO_PARENT) ?? [], '', 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, branch, rest, depth } = next;
    const span = spans[at];
    if (span === undefined) continue;
    const inner = children.get(at) ?? [];
    placed.push({ span, lead: branch, below: inner.length > 0 ? `${rest}│ ` : `${rest}  ` });
    waiting.push(...rowsOf(inner, rest, depth + 1));
  }
  return placed;
}

interface Row {
  at: number;
  branch: string;
  rest: string;
  depth: number;
}

/** Last first, because they are taken from the end. */
function rowsOf(siblings: readonly number[], before: string, depth: number): Row[] {
  return siblings
    .map((at, index): Row => {
      if (depth === 0) return { at, branch: '', rest: '', depth };
      const last = index === siblings.length - 1;
      if (depth > DEEPEST) return { at, branch: `${before}${last ? '└…' : '├…'}`, rest: before, depth };
      return { at, branch: `${before}${last ? '└─' : '├─'}`, rest: `${before}${last ? '  ' : '│ '}`, depth };
    })
    .reverse();
}

interface Figure {
  head: string;
  of: (span: Span) => string;
}

const FIGURES: readonly Figure[] = [
  { head: 'TOOK', of: ({ durationMs }) => durationText(durationMs) },
  { head: 'TOKENS', of: ({ totalTokens }) => countText(totalTokens) },
  { head: 'COST', of: ({ costUsd }) => dollarText(costUsd) },
];

/** Without room for names of this width, the tree has no tokens, and then no cost. */
const SHORTEST_NAME = 24;

export function treeText(spans: readonly Span[], width: number): string {
  const placed = placedSpans(spans);
  const all = FIGURES.map(({ head, of }) => {
    const cells = placed.map(({ span }) => of(span));
    return { head, cells, width: cells.reduce((most, cell) => Math.max(most, widthOf(cell)), head.length) };
  });
  const roomBeside = (figures: typeof all) => width - figures.reduce((sum, each) => sum + each.width + 2, 0);
  let figures = all;
  for (const least of ['TOKENS', 'COST']) {
    if (roomBeside(figures) < SHORTEST_NAME) figures = figures.filter(({ head }) => head !== least);
  }
  const names = placed.map(({ span, lead }) => `${lead}${lead === '' ? '' : ' '}${nameOf(span)}`);
  const longest = names.reduce((most, name) => Math.max(most, widthOf(name)), 'SPAN'.length);
  const room = Math.max(8, Math.min(roomBeside(figures), longest));
  const line = (name: string, cells: readonly string[]) =>
    [padded(cut(name, room), room), ...cells.map((cell, at) => paddedLeft(cell, figures[at]?.width ?? 0))]
      .join('  ')
      .trimEnd();
  return [
    paint(
      'dim',
      line(
        'SPAN',
        figures.map(({ head }) => head),
      ),
    ),
    ...placed.flatMap(({ span, below }, at) => {
      const own = line(
        names[at] ?? '',
        figures.map(({ cells }) => cells[at] ?? ''),
      );
      if (span.error === null) return own;
      return [
        own,
        paint('red', cut(`${below} ✗ ${plain(errorHeadline(span.error)) || plain(span.error)}`, width)),
      ];
    }),
  ].join('\n');
}

/** The type is left out where it only repeats the name. */
function nameOf({ name, type, kind, model }: Span): string {
  const shown = plain(kind === 'llm' && model !== null ? model : name) || '(no name)';
  const label = plain(type);
  return label === '' || shown.toLowerCase().includes(label.toLowerCase()) ? shown : `${shown} [${label}]`;
}
