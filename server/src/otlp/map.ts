// Spans → records: read each, decide what it is, and tell calls that are told twice from those that are not.
import type { CallRecord, StoredRecord } from '#records';
import { type Class, classify } from './classify.ts';
import { type CallLink, findDoubles, linkOf } from './nested.ts';
import { providerResolver } from './provider/resolve.ts';
import { readSpan } from './reading.ts';
import { RejectionTally, type Rejection } from './rejections.ts';
import type { Span } from './span.ts';
import { toCall } from './to-call.ts';
import { toObservation } from './to-observation.ts';

export interface MapOptions {
  /** What this deployment takes: the list of its configuration. */
  providers: readonly string[];
  /** For spans that give no time. */
  nowMs: number;
}

export interface MappedTraces {
  records: StoredRecord[];
  /** One for each call among the records, for finding its double in another request. */
  links: CallLink[];
  /** Those of the spans that are observations because they only repeat a call of this request. */
  doubles: CallLink[];
  rejected: Rejection[];
  /** All spans of the request: stored, repeated and rejected. */
  spanCount: number;
  /** Makes observations of these calls, in place: another request told of them already. */
  toObservations: (ids: ReadonlySet<string>) => void;
}

/** A call, where it stands among the records, and its span, should it turn out to be a double. */
interface Inference {
  at: number;
  span: Span;
  call: CallRecord;
}

export function mapTraces(spans: readonly Span[], { providers, nowMs }: MapOptions): MappedTraces {
  const resolve = providerResolver(providers);
  const records: StoredRecord[] = [];
  const inferences: Inference[] = [];
  const rejected = new RejectionTally();
  const seen = new Set<string>();
  for (const span of spans) {
    if (span.traceId === '' || span.spanId === '') {
      rejected.add(span.traceId === '' ? 'invalid_trace_id' : 'invalid_span_id', '', span.name);
      continue;
    }
    const id = `${span.traceId}-${span.spanId}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const reading = readSpan(span);
    const decided: Class = classify(span, reading, resolve);
    if (decided.is === 'rejected') rejected.add(decided.reason, decided.seen, span.name);
    else if (decided.is === 'observation') records.push(toObservation(span, reading, id, nowMs));
    else {
      const call = toCall(span, reading, id, decided.provider, nowMs);
      inferences.push({ at: records.length, span, call });
      records.push(call);
    }
  }
  const toObservations = (ids: ReadonlySet<string>): void => {
    for (const { at, span, call } of inferences) {
      if (ids.has(call.id)) records[at] = toObservation(span, readSpan(span), call.id, nowMs);
    }
  };
  const links = inferences.map(({ call }) => linkOf(call));
  const doubles = findDoubles(links);
  if (doubles.size > 0) toObservations(doubles);
  return {
    records,
    links: doubles.size === 0 ? links : links.filter(({ id }) => !doubles.has(id)),
    doubles: doubles.size === 0 ? [] : links.filter(({ id }) => doubles.has(id)),
    rejected: rejected.list(),
    spanCount: spans.length,
    toObservations,
  };
}
