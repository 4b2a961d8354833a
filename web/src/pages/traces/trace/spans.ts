// A span as the page reads it: the same of one that came with its content and of one that came by its figures alone.
import type { Schemas } from '#api';

export type TraceNode = Schemas['TraceNode'];
export type Trace = Schemas['Trace'];
type LightSpan = Schemas['TraceSpan'];

export interface Span {
  id: string;
  type: string;
  name: string;
  spanId: string | null;
  parentSpanId: string | null;
  startMs: number;
  durationMs: number;
  error: string | null;
  /** null: it is no call. */
  call: { provider: string; model: string; totalTokens: number; costUsd: number } | null;
  /** With attributes and content; null: of this one only the figures came. */
  whole: TraceNode | null;
}

const spanOf = (node: TraceNode): Span => ({
  id: node.id,
  type: node.type,
  name: node.name,
  spanId: node.spanId,
  parentSpanId: node.parentSpanId,
  startMs: Date.parse(node.startTime),
  durationMs: node.durationMs,
  error: node.error,
  call: node.call,
  whole: node,
});

const lightSpanOf = (light: LightSpan): Span => ({
  id: light.id,
  type: light.type,
  name: light.name,
  spanId: light.spanId,
  parentSpanId: light.parentSpanId,
  startMs: Date.parse(light.startTime),
  durationMs: light.durationMs,
  error: light.error,
  call:
    light.kind === 'llm'
      ? {
          provider: light.provider ?? '',
          model: light.model ?? '',
          totalTokens: light.totalTokens ?? 0,
          costUsd: light.costUsd ?? 0,
        }
      : null,
  whole: null,
});

/** All spans by their figures, those that came whole as they came. Only for a trace that is cut. */
export function withWhole(light: readonly LightSpan[], whole: readonly Span[]): Span[] {
  const known = new Map(whole.map((span) => [span.id, withoutCut(span)]));
  return light.map((span) => known.get(span.id) ?? lightSpanOf(span));
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A call without messages may have had them left out: then it is asked for by itself. */
function withoutCut(span: Span): Span {
  const meta = span.whole?.call?.requestMeta;
  const hasSaid = memberOf(meta, 'input') !== undefined || memberOf(meta, 'output') !== undefined;
  return span.whole?.call && !hasSaid ? { ...span, whole: null } : span;
}

/** All of a trace's nodes, the tree read from the top, however deep it is. */
export function spansOf(top: readonly TraceNode[]): Span[] {
  const spans: Span[] = [];
  const left = top.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    spans.push(spanOf(node));
    // Not as arguments: there may be more of them than a function takes.
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) left.push(child);
    }
  }
  return spans;
}
