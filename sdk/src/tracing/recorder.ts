// A tracer of OpenTelemetry's interface that records spans and hands them over when they end. It is used
// where the program has no tracer provider of its own; ADR 66 says why it is not OpenTelemetry's.
import {
  context,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type AttributeValue,
  type Context,
  type Exception,
  type HrTime,
  type Link,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  type TimeInput,
  type Tracer,
} from '@opentelemetry/api';
import { isAlwaysSampled } from './context.ts';
import type { EndedSpan, SpanScope, SpanResource } from './otlp.ts';
import { wallClock } from './runtime.ts';

interface RecordedEvent {
  name: string;
  time: HrTime;
  attributes?: Attributes;
}

/** A runaway loop must not fill the memory. */
const MAX_EVENTS = 128;

const toHrTime = (ms: number): HrTime => {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.min(Math.round((ms - seconds * 1000) * 1e6), 999_999_999)];
};

function timeOf(given: TimeInput | undefined): HrTime {
  if (given === undefined) return toHrTime(wallClock());
  if (Array.isArray(given)) return given;
  if (given instanceof Date) return toHrTime(given.getTime());
  // A small number is from performance.now().
  return toHrTime(given < performance.timeOrigin ? given + performance.timeOrigin : given);
}

class RecordedSpan implements Span, EndedSpan {
  name: string;
  readonly kind: SpanKind;
  readonly startTime: HrTime;
  endTime: HrTime = [0, 0];
  status: SpanStatus = { code: SpanStatusCode.UNSET };
  readonly attributes: Attributes = {};
  readonly events: RecordedEvent[] = [];
  readonly links: Link[];
  readonly parentSpanContext?: SpanContext;
  readonly resource: SpanResource;
  readonly instrumentationScope: SpanScope;
  readonly #self: SpanContext;
  readonly #onEnd: (span: EndedSpan) => void;
  #ended = false;

  constructor(
    name: string,
    self: SpanContext,
    parent: SpanContext | undefined,
    { kind = SpanKind.INTERNAL, links = [], startTime }: SpanOptions,
    { resource, scope, onEnd }: RecorderOptions,
  ) {
    this.name = name;
    this.kind = kind;
    this.links = [...links];
    this.startTime = timeOf(startTime);
    this.#self = self;
    if (parent !== undefined) this.parentSpanContext = parent;
    this.resource = resource;
    this.instrumentationScope = scope;
    this.#onEnd = onEnd;
  }

  spanContext(): SpanContext {
    return this.#self;
  }

  setAttribute(key: string, value: AttributeValue): this {
    if (!this.#ended && value !== undefined && value !== null) this.attributes[key] = value;
    return this;
  }

  setAttributes(attributes: Attributes): this {
    for (const key in attributes) this.setAttribute(key, attributes[key]);
    return this;
  }

  addEvent(name: string, attributesOrTime?: Attributes | TimeInput, time?: TimeInput): this {
    if (this.#ended || this.events.length >= MAX_EVENTS) return this;
    const isTime =
      typeof attributesOrTime === 'number' ||
      attributesOrTime instanceof Date ||
      Array.isArray(attributesOrTime);
    const attributes = isTime ? undefined : attributesOrTime;
    const at = timeOf(isTime ? attributesOrTime : time);
    this.events.push(attributes === undefined ? { name, time: at } : { name, time: at, attributes });
    return this;
  }

  addLink(link: Link): this {
    if (!this.#ended) this.links.push(link);
    return this;
  }

  addLinks(links: Link[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  setStatus(status: SpanStatus): this {
    if (!this.#ended) this.status = status;
    return this;
  }

  updateName(name: string): this {
    if (!this.#ended) this.name = name;
    return this;
  }

  end(endTime?: TimeInput): void {
    if (this.#ended) return;
    this.#ended = true;
    this.endTime = timeOf(endTime);
    this.#onEnd(this);
  }

  isRecording(): boolean {
    return !this.#ended;
  }

  recordException(exception: Exception, time?: TimeInput): void {
    const { name, message, stack } =
      typeof exception === 'string' ? { name: undefined, message: exception, stack: undefined } : exception;
    this.addEvent(
      'exception',
      {
        ...(name === undefined ? {} : { 'exception.type': name }),
        ...(message === undefined ? {} : { 'exception.message': message }),
        ...(stack === undefined ? {} : { 'exception.stacktrace': stack }),
      },
      time,
    );
  }
}

interface RecorderOptions {
  resource: SpanResource;
  scope: SpanScope;
  /** The share of traces that is recorded, 0 to 1. */
  sample: number;
  /** Attributes that every new span gets from its context. */
  inherit: (from: Context) => Attributes;
  onEnd: (span: EndedSpan) => void;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A request for random bytes costs more than the bytes, so many are asked for at once. */
const pool = new Uint8Array(4_096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + bytes; used < end; used += 1) text += HEX[pool[used] ?? 0];
  return text;
}

export function newRecorder(options: RecorderOptions): Tracer {
  const startSpan = (name: string, asked: SpanOptions = {}, from: Context = context.active()): Span => {
    const around = asked.root === true ? undefined : trace.getSpanContext(from);
    const parent = around !== undefined && isSpanContextValid(around) ? around : undefined;
    // A trace is recorded whole or not at all, so children follow their parent.
    const isSampled =
      parent === undefined
        ? isAlwaysSampled(from) || Math.random() < options.sample
        : Boolean(parent.traceFlags & TraceFlags.SAMPLED);
    const self: SpanContext = {
      traceId: parent?.traceId ?? randomHex(16),
      spanId: randomHex(8),
      traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
      ...(parent?.traceState === undefined ? {} : { traceState: parent.traceState }),
    };
    if (!isSampled) return trace.wrapSpanContext(self);
    const span = new RecordedSpan(name, self, parent, asked, options);
    span.setAttributes(options.inherit(from));
    if (asked.attributes !== undefined) span.setAttributes(asked.attributes);
    return span;
  };
  const startActiveSpan = (name: string, ...rest: unknown[]): unknown => {
    const fn = rest.pop() as (span: Span) => unknown;
    const [asked, from = context.active()] = rest as [SpanOptions?, Context?];
    const span = startSpan(name, asked, from);
    return context.with(trace.setSpan(from, span), fn, undefined, span);
  };
  return { startSpan, startActiveSpan };
}
