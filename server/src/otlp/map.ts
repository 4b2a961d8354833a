// Turns spans into records: reads each span, classifies it, and detects duplicate spans of the same model
// call.
import { TextTable, textNumber } from '#lib/text-table';
import type { CallRecord, StoredRecord } from '#records';
import { type Class, classifyAnyProvider, classifyOpen, classifySpan } from './classify.ts';
import { type CallLink, findDuplicateSpans, linkOf } from './duplicate-spans.ts';
import { openProvider } from './provider/provider-name.ts';
import { providerResolver } from './provider/resolve.ts';
import { readSpan, type SpanFields } from './span-fields.ts';
import { RejectionTally, type Rejection } from './rejections.ts';
import type { Span } from './span.ts';
import { toCall } from './to-call.ts';
import { toObservation } from './to-observation.ts';

interface MapOptions {
  /** The configured providers of this deployment. */
  providers: readonly string[];
  /** For spans without a time. */
  nowMs: number;
  /**
   * `strict`: the rules of POST /v1/traces. `any-provider`: the same for an account that accepts any
   * provider. `open`: any provider, and the model calls of other back ends' clients.
   */
  door?: MapDoor;
}

export type MapDoor = 'strict' | 'any-provider' | 'open';

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

function classifier(door: MapDoor, providers: readonly string[]): (span: Span, fields: SpanFields) => Class {
  if (door === 'strict') {
    const resolve = providerResolver(providers);
    return (span, fields) => classifySpan(span, fields, resolve);
  }
  const nameOf = openProvider(providers);
  const classify = door === 'open' ? classifyOpen : classifyAnyProvider;
  return (span, fields) => classify(span, fields, nameOf);
}

export function mapTraces(spans: readonly Span[], options: MapOptions): MappedTraces {
  const mapper = new TraceMapper(options);
  for (const span of spans) mapper.add(span);
  return mapper.mapped();
}

/** For requests with many spans: the caller yields to other requests between them. */
export class TraceMapper {
  readonly #classify: ReturnType<typeof classifier>;
  readonly #nowMs: number;
  readonly #isOpen: boolean;
  readonly #records: StoredRecord[] = [];
  readonly #inferences: Inference[] = [];
  readonly #rejected = new RejectionTally();
  readonly #seen = new TextTable<true>();
  #count = 0;

  constructor({ providers, nowMs, door = 'strict' }: MapOptions) {
    this.#classify = classifier(door, providers);
    this.#nowMs = nowMs;
    this.#isOpen = door === 'open';
  }

  add(span: Span): void {
    this.#count += 1;
    if (span.traceId === '' || span.spanId === '') {
      this.#rejected.add(span.traceId === '' ? 'invalid_trace_id' : 'invalid_span_id', '', span.name);
      return;
    }
    const id = `${span.traceId}-${span.spanId}`;
    const number = textNumber(id);
    if (this.#seen.get(id, number)) return;
    this.#seen.set(id, number, true);
    const fields = readSpan(span);
    const decided = this.#classify(span, fields);
    const records = this.#records;
    if (decided.is === 'rejected') this.#rejected.add(decided.reason, decided.seen, span.name);
    else if (decided.is === 'observation') records.push(toObservation(span, fields, id, this.#nowMs));
    else {
      const call = toCall(span, fields, id, decided.provider, this.#nowMs, this.#isOpen);
      this.#inferences.push({ at: records.length, span, call });
      records.push(call);
    }
  }

  mapped(): MappedTraces {
    const records = this.#records;
    const toObservations = (ids: ReadonlySet<string>): void => {
      for (const { at, span, call } of this.#inferences) {
        if (ids.has(call.id)) records[at] = toObservation(span, readSpan(span), call.id, this.#nowMs);
      }
    };
    const links = this.#inferences.map(({ call }) => linkOf(call));
    const duplicates = findDuplicateSpans(links);
    if (duplicates.size > 0) toObservations(duplicates);
    return {
      records,
      links: duplicates.size === 0 ? links : links.filter(({ id }) => !duplicates.has(id)),
      duplicates: duplicates.size === 0 ? [] : links.filter(({ id }) => duplicates.has(id)),
      rejected: this.#rejected.list(),
      spanCount: this.#count,
      toObservations,
    };
  }
}
