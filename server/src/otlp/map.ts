// Turns spans into records: reads each span, classifies it, and detects duplicate spans of the same model
// call.
import { TextTable, textNumber } from '#lib/text-table';
import type { CallRecord, StoredRecord } from '#records';
import { type Class, classifyAnyProvider, classifyOpen, classifySpan } from './classify.ts';
import { type CallLink, linkOf } from './duplicates/call-link.ts';
import { findDuplicates, type DuplicatesById } from './duplicates/find-duplicates.ts';
import { addLine, type SpanLines } from './duplicates/span-key.ts';
import { CONTENT_LIMIT } from './content-room.ts';
import { DUPLICATE } from '#semconv';
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
  /** In bytes, of one call. */
  contentLimit?: number;
}

export type MapDoor = 'strict' | 'any-provider' | 'open';

export interface MappedTraces {
  records: StoredRecord[];
  /** One for each call among the records, to find a duplicate of it in another request. */
  links: CallLink[];
  /** Calls that duplicate a call of this request. They are still among the records and the links. */
  duplicates: DuplicatesById;
  /** The spans that are no calls, because they may be between two reports of one. */
  lines: SpanLines;
  rejected: Rejection[];
  /** All spans of the request: stored, duplicate and rejected. */
  spanCount: number;
  /** Replaces these calls by observations, in place. */
  toObservations: (duplicates: DuplicatesById) => void;
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

/** The duplicates among the spans are observations. */
export function mapTraces(spans: readonly Span[], options: MapOptions): MappedTraces {
  const mapper = new TraceMapper(options);
  for (const span of spans) mapper.add(span);
  const mapped = mapper.mapped();
  if (mapped.duplicates.size > 0) mapped.toObservations(mapped.duplicates);
  return mapped;
}

/** For requests with many spans: the caller yields to other requests between them. */
export class TraceMapper {
  readonly #classify: ReturnType<typeof classifier>;
  readonly #nowMs: number;
  readonly #isOpen: boolean;
  readonly #contentLimit: number;
  readonly #records: StoredRecord[] = [];
  readonly #inferences: Inference[] = [];
  readonly #rejected = new RejectionTally();
  readonly #seen = new TextTable<true>();
  /** The keys of observations with a parent. Holding the spans themselves would cost the collector more. */
  readonly #lines: number[] = [];
  #count = 0;

  constructor({ providers, nowMs, door = 'strict', contentLimit = CONTENT_LIMIT }: MapOptions) {
    this.#classify = classifier(door, providers);
    this.#nowMs = nowMs;
    this.#isOpen = door === 'open';
    this.#contentLimit = contentLimit;
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
    else if (decided.is === 'observation') {
      if (span.parentSpanId !== '') addLine(this.#lines, span);
      records.push(toObservation(span, fields, id, this.#nowMs, this.#isOpen, this.#contentLimit));
    } else {
      const call = toCall(span, fields, id, decided.provider, this.#nowMs, this.#isOpen, this.#contentLimit);
      this.#inferences.push({ at: records.length, span, call });
      records.push(call);
    }
  }

  mapped(): MappedTraces {
    const records = this.#records;
    const toObservations = (found: DuplicatesById): void => {
      for (const { at, span, call } of this.#inferences) {
        const duplicate = found.get(call.id);
        if (!duplicate) continue;
        const observation = toObservation(
          span,
          readSpan(span),
          call.id,
          this.#nowMs,
          this.#isOpen,
          this.#contentLimit,
        );
        observation.attributes[DUPLICATE.of] = duplicate.kept;
        observation.attributes[DUPLICATE.why] = duplicate.why;
        records[at] = observation;
      }
    };
    const links = this.#inferences.map(({ call }) => linkOf(call));
    const lines = Int32Array.from(this.#lines);
    return {
      records,
      links,
      duplicates: findDuplicates(links, lines),
      lines,
      rejected: this.#rejected.list(),
      spanCount: this.#count,
      toObservations,
    };
  }
}
