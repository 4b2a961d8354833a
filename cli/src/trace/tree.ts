// The tree of a trace as lines. No recursion, because a client may nest spans thousands deep.
import type { Schemas } from '@tracewell/sdk';
import { errorHeadline, NO_PARENT, parentIndexes } from '@tracewell/sdk/reading';
import { dollars, duration, whole } from '../terminal/amounts.ts';
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

const HEAD = ['SPAN', 'TOOK', 'TOKENS', 'COST'];

export function treeText(spans: readonly Span[], width: number): string {
  const rows = placedSpans(spans).map(({ span, lead, below }) => ({
    name: `${lead}${lead === '' ? '' : ' '}${nameOf(span)}`,
    figures: [duration(span.durationMs), whole(span.totalTokens), dollars(span.costUsd)],
    error: span.error === null ? null : `${below} ✗ ${plain(errorHeadline(span.error) || span.error)}`,
  }));
  const figures = [1, 2, 3].map((at) =>
    Math.max(widthOf(HEAD[at] ?? ''), ...rows.map((row) => widthOf(row.figures[at - 1] ?? ''))),
  );
  const room = width - figures.reduce((sum, each) => sum + each + 2, 0);
  const names = Math.min(room, Math.max(widthOf(HEAD[0] ?? ''), ...rows.map(({ name }) => widthOf(name))));
  const line = (name: string, cells: readonly string[]) =>
    [padded(cut(name, names), names), ...cells.map((cell, at) => paddedLeft(cell, figures[at] ?? 0))].join(
      '  ',
    );
  return [
    paint('dim', line('SPAN', HEAD.slice(1))),
    ...rows.flatMap((row) => {
      const own = line(row.name, row.figures).trimEnd();
      return row.error === null ? own : [own, paint('red', cut(row.error, width))];
    }),
  ].join('\n');
}

/** The type is left out where it only repeats the name. */
function nameOf({ name, type, kind, model }: Span): string {
  const shown = plain(kind === 'llm' && model !== null ? model : name) || '(no name)';
  const label = plain(type);
  return label === '' || shown.toLowerCase().includes(label.toLowerCase()) ? shown : `${shown} [${label}]`;
}
