// For tests: a trace written as it is read, each span with what lies under it.
import { spansOf, type Span, type TraceNode } from './spans.ts';

/** What is nested names its parent, where it does not name another. */
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
