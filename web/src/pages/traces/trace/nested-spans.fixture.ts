// For tests: builds spans from a nested tree.
import { spansOf, type Span, type TraceNode } from './spans.ts';

/** Sets the parent id of nested spans that do not name a parent. */
export function nestedSpans(top: readonly TraceNode[]): Span[] {
  const left = [...top];
  for (let node = left.pop(); node; node = left.pop()) {
    node.spanId ??= node.id;
    for (const child of node.children) {
      child.parentSpanId ??= node.spanId;
      left.push(child);
    }
  }
  return spansOf(top);
}
