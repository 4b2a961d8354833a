// The page's model of a span, for spans with content and for spans with figures only.
import { observationContent } from '@tracewell/sdk/reading';
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
  /** null if the span is not an LLM call. */
  call: { provider: string; model: string; totalTokens: number; costUsd: number } | null;
  /** The node with attributes and content; null if only figures are loaded. */
  whole: TraceNode | null;
  /**
   * Whether the response may have left out the content for lack of room. It is then loaded when the span is
   * selected.
   */
  mayLack: boolean;
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
  mayLack: false,
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
  mayLack: true,
});

/** All spans, before the content is loaded. */
export const lightSpansOf = (light: readonly LightSpan[]): Span[] => light.map(lightSpanOf);

/** All spans of a truncated trace: with content where it is loaded, otherwise with figures only. */
export function withWhole(light: readonly LightSpan[], whole: readonly Span[]): Span[] {
  const known = new Map(whole.map((span) => [span.id, withoutCut(span)]));
  return light.map((span) => known.get(span.id) ?? lightSpanOf(span));
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The content of some spans may have been left out, so those without any are loaded again. */
function withoutCut(span: Span): Span {
  const { call, attributes = {} } = span.whole ?? {};
  const meta = call?.requestMeta;
  const hasSaid = call
    ? memberOf(meta, 'input') !== undefined || memberOf(meta, 'output') !== undefined
    : observationContent(attributes).keys.length > 0;
  return { ...span, mayLack: !hasSaid };
}

/** All nodes of a tree in depth-first order, without recursion, so that depth is no limit. */
export function spansOf(top: readonly TraceNode[]): Span[] {
  const spans: Span[] = [];
  const left = top.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    spans.push(spanOf(node));
    // Not `push(...children)`: there may be more children than a function takes arguments.
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) left.push(child);
    }
  }
  return spans;
}
