// Turns spans into records: reads each span, classifies it, and detects duplicate spans of the same model call.
import type { CallRecord, StoredRecord } from '#records';
import { type Class, classifySpan } from './classify.ts';
import { type CallLink, findDuplicateSpans, linkOf } from './duplicate-spans.ts';
import { providerResolver } from './provider/resolve.ts';
import { readSpan } from './span-fields.ts';
import { RejectionTally, type Rejection } from './rejections.ts';
import type { Span } from './span.ts';
import { toCall } from './to-call.ts';
import { toObservation } from './to-observation.ts';

interface MapOptions {
  /** The configured providers of this deployment. */
  providers: readonly string[];
  /** For spans without a time. */
  nowMs: number;
}

export interface MappedTraces {
  records: StoredRecord[];
  /** One for each call among the records, to find a duplicate of it in another request. */
  links: CallLink[];
  /** Spans that are observations because they duplicate a call of this request. */
  duplicates: CallLink[];
  rejected: Rejection[];
  /** All spans of the request: stored, duplicate and rejected. */
  spanCount: number;
  /** Replaces these calls by observations, in place, because another request has the same calls. */
  toObservations: (ids: ReadonlySet<string>) => void;
}

/** A call, its index among the records, and its span, in case it turns out to be a duplicate. */
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
    const fields = readSpan(span);
    const decided: Class = classifySpan(span, fields, resolve);
    if (decided.is === 'rejected') rejected.add(decided.reason, decided.seen, span.name);
    else if (decided.is === 'observation') records.push(toObservation(span, fields, id, nowMs));
    else {
      const call = toCall(span, fields, id, decided.provider, nowMs);
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
  const duplicates = findDuplicateSpans(links);
  if (duplicates.size > 0) toObservations(duplicates);
  return {
    records,
    links: duplicates.size === 0 ? links : links.filter(({ id }) => !duplicates.has(id)),
    duplicates: duplicates.size === 0 ? [] : links.filter(({ id }) => duplicates.has(id)),
    rejected: rejected.list(),
    spanCount: spans.length,
    toObservations,
  };
}
