// Clients of other back ends send a span in parts: its beginning, updates, its end, in any order and in
// several requests. A peer says how its parts are merged and what span they make; open-spans.ts keeps the
// parts until the span is whole.
import type { PeerName } from '#core/endpoint';
import type { ReaderAddress } from '#features/ingest';
import type { Span } from '#otlp';
import type { JsonObject } from '#records';

export interface SpanPart {
  /** `trace`: what a client says once about all spans of a trace, such as its user and session. */
  kind: 'span' | 'trace';
  id: string;
  /** '' if this part does not have it; another part does. */
  traceId: string;
  /** In the peer's own words. Members that are null count as absent. */
  body: JsonObject;
  begins: boolean;
  ends: boolean;
  /**
   * If two parts have the same member, the higher order wins: 0 for the beginning, else the time of the
   * event.
   */
  order: number;
  /** About the length of its text; 0 if the request is small. */
  bytes: number;
}

export interface PeerSpans {
  name: PeerName;
  /** Whether a span waits a few seconds for the part of its trace. */
  needsTrace: boolean;
  /** Members that are objects and are merged member by member. All others are replaced. */
  mergedMembers: ReadonlySet<string>;
  /** Members that are left out if a part is too large to keep. */
  contentMembers: readonly string[];
  /** The address of `readMergedSpans` of this peer. */
  mergedReader: ReaderAddress;
  /** `trace` is what is known about its trace. A span without an end has `unfinished` set. */
  toSpan: (part: Pick<SpanPart, 'id' | 'traceId' | 'body'>, trace: JsonObject | null) => Span;
}
