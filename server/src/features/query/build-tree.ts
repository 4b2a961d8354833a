import { parentIndexes, type SpanIds } from '@tracewell/sdk/reading';

interface TreeSpan extends SpanIds {
  children: this[];
}

/** Adds each span to the children of its parent, in the given order, and returns the roots. */
export function buildTree<Span extends TreeSpan>(spans: readonly Span[]): Span[] {
  const parents = parentIndexes(spans);
  const roots: Span[] = [];
  spans.forEach((span, at) => {
    const parent = spans[parents[at] ?? -1];
    (parent ? parent.children : roots).push(span);
  });
  return roots;
}
