// For tests: builds spans from a nested tree.
import type { Span } from './spans.ts';
import { layOutTree } from './tree.ts';

export interface NestedSpan extends Span {
  children: NestedSpan[];
}

/** In depth-first order. Sets the parent id of nested spans that do not name a parent. */
export function nestedSpans(top: readonly NestedSpan[]): Span[] {
  const spans: Span[] = [];
  const left = top.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    const { children, ...span } = node;
    span.spanId ??= span.id;
    spans.push(span);
    for (const child of children.toReversed()) {
      child.parentSpanId ??= span.spanId;
      left.push(child);
    }
  }
  return spans;
}

const BEGIN = Date.parse('2026-11-15T09:00:00.000Z');

export function span(name: string, from: number, to: number, more: Partial<NestedSpan> = {}): NestedSpan {
  return {
    id: name,
    type: 'span',
    name,
    spanId: name,
    parentSpanId: null,
    startMs: BEGIN + from,
    durationMs: to - from,
    error: null,
    call: null,
    agent: null,
    tool: null,
    sessionId: null,
    userId: null,
    tools: [],
    children: [],
    ...more,
  };
}

export function call(name: string, from: number, to: number, more: Partial<NestedSpan> = {}): NestedSpan {
  return span(name, from, to, {
    type: 'llm',
    call: { costUsd: 0.5, totalTokens: 100, model: 'gpt-4o', provider: 'openai' },
    ...more,
  });
}

export const lay = (...top: NestedSpan[]) => layOutTree(nestedSpans(top));
