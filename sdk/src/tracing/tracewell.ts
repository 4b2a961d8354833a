// `tracewell()`: everything that a program needs, set up once.
import { context, trace, type Context, type Span, type Tracer } from '@opentelemetry/api';
import { tracewell as newClient, type TracewellClient } from '../client.ts';
import { ensureContextManager, inheritedAttributes, withScope, type TraceScope } from './context.ts';
import type { ComparisonOptions, TaskComparison } from './compare-tasks.ts';
import type { Experiment, ExperimentOptions } from './experiment.ts';
import { Exporter, type ScoreInput } from './exporter.ts';
import { sharedSpan } from './foreign-span.ts';
import { newGate, type Gate } from './gate.ts';
import { clearInstrument, safely, SCOPE, setInstrument, type Instrument } from './instrument.ts';
import { readOptions, type TracingOptions } from './options.ts';
import type { EndedSpan, SpanScope } from './otlp.ts';
import { newPrompts, type Prompts } from './prompts.ts';
import { newRecorder } from './recorder.ts';
import { beforeExit, isServer } from './runtime.ts';
import { newSpans, type AddScore } from './spans.ts';

const FLUSH_MS = 5_000;
const EXIT_MS = 2_000;
/** Its spans are not ours, so the rule for content is applied when they end. */
const OTHERS: SpanScope = { name: '@tracewell/sdk/tracer', version: SCOPE.version };

/** What OpenTelemetry's SDK calls a span processor, in any of its releases. */
export interface TracewellProcessor {
  onStart(span: Span, from: Context): void;
  onEnd(span: EndedSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

type WaitUntil = (promise: Promise<unknown>) => void;

export interface Tracewell extends ReturnType<typeof newSpans> {
  /** The typed client of the whole interface. */
  readonly api: TracewellClient;
  /** For frameworks that take a tracer of OpenTelemetry. */
  readonly tracer: Tracer;
  readonly prompts: Prompts;
  readonly gate: Gate;
  readonly scores: {
    /** Sent in the background. */
    add(score: ScoreInput): void;
  };
  /** Answers the items of a dataset with your own code, and has the calls scored. */
  experiment(name: string, options: ExperimentOptions): Promise<Experiment>;
  /** Compares several tasks on the items of a dataset, as an experiment of the service. */
  compare(name: string, options: ComparisonOptions): Promise<TaskComparison>;
  /** Every span that begins inside gets the session, the user and the tags. */
  with<T>(scope: TraceScope, fn: () => T): T;
  /**
   * For a program that has OpenTelemetry already: add it to the processors of your provider. From then on the
   * SDK makes its spans with your provider, so that all your back ends get them.
   */
  spanProcessor(): TracewellProcessor;
  /** True when everything is sent or spooled; false after `timeoutMs` (5 seconds). It never rejects. */
  flush(options?: { timeoutMs?: number }): Promise<boolean>;
  /** Tells a serverless platform to wait for the flush. */
  waitUntil(platform: WaitUntil | { waitUntil: WaitUntil }): void;
  /** Flushes, and ends the set-up: wrapped clients then make no spans for it. */
  close(options?: { timeoutMs?: number }): Promise<boolean>;
}

export function tracewell(options: TracingOptions = {}): Tracewell {
  const settings = readOptions(options);
  const { url, apiKey, projectId, onError, fetch } = settings;
  const api = newClient({
    url,
    fetch: (request) => fetch(request),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(projectId === undefined ? {} : { projectId }),
  });
  const exporter = new Exporter({
    ...settings,
    headers: {
      ...(isServer() ? { 'user-agent': `tracewell-sdk/${SCOPE.version}` } : {}),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
    },
  });
  const report = (error: Error): void => safely({ onError }, () => onError(error));
  if (apiKey === undefined) {
    safely({ onError }, () => onError(new Error('TRACEWELL_API_KEY is missing, so nothing is sent.')));
  }

  const receive = (span: EndedSpan): void => {
    if (apiKey !== undefined) safely({ onError }, () => exporter.add(sharedSpan(settings, span)));
  };
  const recorderOf = (scope: SpanScope): Tracer =>
    newRecorder({
      resource: { attributes: settings.resource },
      scope,
      sample: settings.sample,
      inherit: inheritedAttributes,
      onEnd: receive,
    });
  const recorder = recorderOf(SCOPE);
  const recorderOfOthers = recorderOf(OTHERS);
  let usesProvider = false;
  const instrument: Instrument = {
    tracer: () => (usesProvider ? trace.getTracer(SCOPE.name, SCOPE.version) : recorder),
    content: settings.content,
    onError,
  };
  safely(instrument, ensureContextManager);
  setInstrument(instrument);

  const addNewScore = (score: ScoreInput): void => {
    if (apiKey !== undefined) exporter.addScore(score);
  };
  const addScore: AddScore = (ids, name, value, details) => addNewScore({ ...ids, name, value, ...details });

  const flush = async ({ timeoutMs = FLUSH_MS }: { timeoutMs?: number } = {}): Promise<boolean> => {
    try {
      return await exporter.flush(timeoutMs);
    } catch {
      return false;
    }
  };
  const forgetExit = beforeExit(() => {
    if (!exporter.isIdle) void flush({ timeoutMs: EXIT_MS });
  });

  const spans = newSpans(instrument, addScore);
  const within = <T>(scope: TraceScope, fn: () => T): T => {
    const inside = safely(instrument, () => withScope(context.active(), scope));
    return inside === undefined ? fn() : context.with(inside, fn);
  };

  return {
    ...spans,
    api,
    get tracer() {
      return usesProvider ? instrument.tracer() : recorderOfOthers;
    },
    prompts: newPrompts(api, report, settings.promptCopies),
    gate: newGate(api, report),
    scores: { add: (score) => safely(instrument, () => addNewScore(score)) },
    experiment: async (name, order) => {
      const { runExperiment } = await import('./on-datasets.ts');
      return runExperiment({ api, span: spans.span, with: within, flush }, name, order);
    },
    compare: async (name, order) => {
      const { runComparison } = await import('./on-datasets.ts');
      return runComparison({ api, span: spans.span }, name, order);
    },
    with: within,
    spanProcessor: () => {
      usesProvider = true;
      return {
        onStart: (span, from) => void safely(instrument, () => span.setAttributes(inheritedAttributes(from))),
        onEnd: (span) => {
          if ((span.spanContext().traceFlags & 1) === 1) receive(span);
        },
        forceFlush: async () => void (await flush()),
        shutdown: async () => void (await flush()),
      };
    },
    flush,
    waitUntil: (platform) => {
      const wait: WaitUntil =
        typeof platform === 'function' ? platform : (promise) => platform.waitUntil(promise);
      safely(instrument, () => wait(flush()));
    },
    close: async (given) => {
      clearInstrument(instrument);
      forgetExit();
      return flush(given);
    },
  };
}
