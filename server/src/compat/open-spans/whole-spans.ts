// The spans of a body in which every span is whole, and of large parts that were merged. The preparing thread runs
// this, so it needs no store.
import { parseLenientJson } from '#lib/safe-json';
import type { OtherSpans } from '#features/ingest';
import type { Span } from '#otlp';
import type { JsonObject } from '#records';
import { latestOrder, mergeParts, type MergedPart } from './merge-parts.ts';
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

/** A span whose parts are together, and what is known about its trace. */
export interface WholePart {
  part: Pick<MergedPart, 'id' | 'traceId' | 'body' | 'begun' | 'ended'>;
  trace: JsonObject | null;
}

/**
 * Beyond the end of a span there is nothing to wait for: it is unfinished if it lacks its beginning or its
 * end.
 */
export function spanOfParts(peer: PeerSpans, { part, trace }: WholePart): Span {
  const span = peer.toSpan(part, trace);
  if (!part.begun || !part.ended) span.unfinished = true;
  return span;
}

/** The JSON of a `WholePart`, some of which was not read before. */
export function readMergedSpans(bytes: Buffer, peer: PeerSpans): OtherSpans<null> {
  const nothing = (reason: string) => ({
    spans: [],
    rejected: [{ reason, count: 1, example: '' }],
    notes: null,
  });
  const read = parseLenientJson(bytes);
  if (!read.ok) return nothing(read.fault.reason === 'invalid_json' ? 'invalid_json' : 'unsafe_json');
  try {
    return { spans: [spanOfParts(peer, read.value as WholePart)], rejected: [], notes: null };
  } catch {
    return nothing('invalid_event');
  }
}
