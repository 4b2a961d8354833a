// For tests: builds spans from a nested tree.
import { spansOf, type Span, type TraceNode } from './spans.ts';
import { layOutTree } from './tree.ts';

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

const BEGIN = Date.parse('2026-11-15T09:00:00.000Z');

export function span(name: string, from: number, to: number, more: Partial<TraceNode> = {}): TraceNode {
  return {
    id: name,
    kind: 'observation',
    type: 'span',
    name,
    spanId: name,
    parentSpanId: null,
    startTime: new Date(BEGIN + from).toISOString(),
    durationMs: to - from,
    error: null,
    attributes: {},
    call: null,
    children: [],
    ...more,
  };
}

export function call(name: string, from: number, to: number, more: Partial<TraceNode> = {}): TraceNode {
  return span(name, from, to, {
    kind: 'llm',
    type: 'llm',
    call: { costUsd: 0.5, totalTokens: 100, model: 'gpt-4o', provider: 'openai' } as TraceNode['call'],
    ...more,
  });
}

export const lay = (...top: TraceNode[]) => layOutTree(nestedSpans(top));
