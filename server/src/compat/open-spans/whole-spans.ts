// The spans of a body in which every span is whole. The preparing thread runs this, so it needs no store.
import type { Span } from '#otlp';
import { latestOrder, mergeParts } from './merge-parts.ts';
import type { PeerSpans, SpanPart } from './peer-spans.ts';

/** What is remembered about a span whose record is stored. */
export type FinishedOrder = readonly [id: string, latestOrder: number];

/** What the reader of a peer's bodies notes for the main thread. */
export interface WholeNotes {
  orders: readonly FinishedOrder[];
  /** What else the body has, such as feedback, in the peer's own words. */
  besides: readonly Record<string, unknown>[];
}

/** Null if a part has to wait for others, or cannot be read. The list is emptied. */
export function wholeSpans(
  parts: SpanPart[],
  peer: PeerSpans,
): { spans: Span[]; orders: FinishedOrder[] } | null {
  const { span, trace } = mergeParts(parts, peer);
  parts.length = 0;
  if (trace.size > 0 || span.values().some(({ begun, ended }) => !begun || !ended)) return null;
  try {
    return {
      orders: span.values().map((part): FinishedOrder => [part.id, latestOrder(part)]),
      spans: span.values().map((part) => peer.toSpan(part, null)),
    };
  } catch {
    // The main thread logs the fault, and stores the others.
    return null;
  }
}
