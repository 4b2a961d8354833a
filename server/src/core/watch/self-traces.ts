// Traces of the service itself, for its operator: requests, commits, loads, questions, jobs and outbound
// calls, by name and duration, without content, accounts or users (ADR 63).
//
// An export may arrive at this service, at another Tracewell that exports to this one, or come back through a
// collector. Work on such a request makes no spans, because otherwise each export would cause the next one.
// Such a request is recognised by a header, or by the instance id in its body, which a collector preserves.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { SelfTracesConfig } from '#config';
import { AppError } from '#lib/app-error';
import type { WatchedRequest, WatchedStep, StepKind } from '#lib/watch';
import { eventOrTimeout } from '#lib/with-timeout';

const MARK_HEADER = 'x-tracewell-self-trace';
/** The prefix of every instance id, which can be found in the bytes of a body in any encoding. */
const MARK = 'tracewell-self-';
const MARK_BYTES = Buffer.from(MARK);

const EXPORT_EVERY_MS = 5_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** How long a stopping process waits for the last export. */
const LAST_EXPORT_MS = 1_000;

const TITLES: Readonly<Record<StepKind, string>> = {
  commit: 'ingest commit',
  load: 'log load',
  question: 'question',
  job: 'job',
  outbound: 'outbound call',
};

/** The request or step that the running code belongs to. */
interface Current {
  /** Null if the trace was not sampled. */
  span: Span | null;
  muted: boolean;
  ended: boolean;
}

const MUTED: Readonly<Current> = { span: null, muted: true, ended: false };

interface SelfTracesOptions extends SelfTracesConfig {
  /** Replaces the exporter over HTTP. */
  exporter?: SpanExporter;
}

export class SelfTraces {
  readonly #rate: number;
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider['getTracer']>;
  readonly #current = new AsyncLocalStorage<Current>();

  constructor(
    { endpoint, headers, rate, exporter }: SelfTracesOptions,
    version: string,
    onFailure: (error: unknown, spans: number) => void = () => undefined,
  ) {
    const instance = `${MARK}${randomUUID()}`;
    this.#rate = rate;
    const sending =
      exporter ??
      new OTLPTraceExporter({
        url: endpoint,
        headers: { ...headers, [MARK_HEADER]: instance },
        timeoutMillis: EXPORT_TIMEOUT_MS,
      });
    this.#provider = new TracerProvider({
      // The rate is applied where a trace begins. The library would apply it to the trace id, which a client
      // can choose.
      sampler: new AlwaysOnSampler(),
      resource: resourceFromAttributes({
        'service.name': 'tracewell',
        'service.version': version,
        'service.instance.id': instance,
      }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: reporting(sending, onFailure),
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('tracewell-server', version);
  }

  isMuted(): boolean {
    return this.#current.getStore()?.muted ?? false;
  }

  /**
   * A `traceparent` puts the span into the caller's trace. It does not decide whether there is a span,
   * because a client could otherwise have all its requests traced.
   */
  arrive(headers: IncomingHttpHeaders): WatchedRequest {
    const isMarked = headers[MARK_HEADER] !== undefined;
    const current: Current = { span: null, muted: isMarked, ended: false };
    if (!isMarked && this.#isSampled())
      current.span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, callerOf(headers));
    return {
      within: (work) => this.#current.run(current, work),
      forget: () => {
        current.span = null;
        current.ended = true;
      },
      saw: (body) => {
        if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(MARK_BYTES)) return;
        current.span = null;
        current.muted = true;
      },
      end: (method, route, status) => {
        current.ended = true;
        const { span } = current;
        if (!span) return;
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  run<Result>(step: WatchedStep<Result>, work: () => Promise<Result>): Promise<Result> {
    if (step.isMuted) return this.#current.run(MUTED, work);
    const around = step.isOwnRoot ? undefined : this.#current.getStore();
    // Work that outlives its request is not part of its trace, but stays muted.
    if (around && (around.muted || !around.ended)) {
      if (!around.span) return work();
      return this.#spanned(step, work, trace.setSpan(ROOT_CONTEXT, around.span));
    }
    if (this.#isSampled()) return this.#spanned(step, work, ROOT_CONTEXT);
    return this.#current.run({ span: null, muted: false, ended: false }, work);
  }

  async close(): Promise<void> {
    // An unreachable receiver would delay the stop.
    await eventOrTimeout(
      LAST_EXPORT_MS,
      this.#provider.shutdown().catch(() => undefined),
    );
  }

  #isSampled(): boolean {
    return Math.random() < this.#rate;
  }

  #spanned<Result>(
    { kind, name, outcome, sizes }: WatchedStep<Result>,
    work: () => Promise<Result>,
    parent: Context,
  ): Promise<Result> {
    const title = TITLES[kind];
    const span = this.#tracer.startSpan(
      name === kind ? title : `${title} ${name}`,
      {
        kind: kind === 'outbound' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: { 'step.kind': kind, 'step.name': name, ...sizes },
      },
      parent,
    );
    const current: Current = { span, muted: false, ended: false };
    return this.#current.run(current, async () => {
      try {
        const result = await work();
        span.setAttribute('step.outcome', outcome?.(result) ?? 'ok');
        return result;
      } catch (error) {
        // The message is left out, because it may quote input of a user.
        span.setAttribute('error.type', error instanceof AppError ? error.reason : 'error');
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        current.ended = true;
        span.end();
      }
    });
  }
}

function callerOf({ traceparent }: IncomingHttpHeaders): Context {
  const parsed = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : ROOT_CONTEXT;
}

/** Reports the first failure of a series. */
function reporting(exporter: SpanExporter, onFailure: (error: unknown, spans: number) => void): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !failing) onFailure(result.error, spans.length);
        failing = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
