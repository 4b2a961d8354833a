// Spans around the program's own functions. Whatever happens in here, the function runs, and its result or
// its error reaches the caller unchanged.
import { context, SpanKind, trace, type Attributes, type Context, type Span } from '@opentelemetry/api';
import { safely, setContent, setFailure, type Instrument } from './instrument.ts';
import { usageAttributes, type ModelUsage } from './usage.ts';

export type SpanType =
  | 'span'
  | 'agent'
  | 'chain'
  | 'tool'
  | 'retriever'
  | 'guardrail'
  | 'evaluator'
  | 'embedding'
  | 'llm';

export interface SpanDetails {
  type?: SpanType;
  input?: unknown;
  attributes?: Attributes;
  /** For `llm` and `embedding`: a call of a client that has no wrapper. */
  model?: string;
  provider?: string;
}

export interface ObserveOptions extends Omit<SpanDetails, 'input'> {
  /** The name of the function unless set. */
  name?: string;
  /** `false` leaves arguments and result out. */
  capture?: boolean;
}

type ScoreValue = number | boolean | string;

export interface ScoreDetails {
  comment?: string;
  id?: string;
  metadata?: Record<string, unknown>;
}

/** A running span. */
export interface ActiveSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** The span of OpenTelemetry. */
  readonly otel: Span;
  input(value: unknown): this;
  output(value: unknown): this;
  set(attributes: Attributes): this;
  /** For `llm` and `embedding`. */
  usage(usage: ModelUsage): this;
  /** Sent in the background. */
  score(name: string, value: ScoreValue, details?: ScoreDetails): this;
}

export type AddScore = (
  ids: { traceId: string; spanId: string },
  name: string,
  value: ScoreValue,
  details: ScoreDetails,
) => void;

interface Convention {
  operation: string;
  input: string;
  output: string;
  /** The attribute that has the name of the span. */
  named?: string;
}

const VALUES = { input: 'input.value', output: 'output.value' };
const MESSAGES = { input: 'gen_ai.input.messages', output: 'gen_ai.output.messages' };

const CONVENTIONS: Readonly<Record<Exclude<SpanType, 'span'>, Convention>> = {
  agent: { operation: 'invoke_agent', ...VALUES, named: 'gen_ai.agent.name' },
  chain: { operation: 'invoke_workflow', ...VALUES },
  tool: {
    operation: 'execute_tool',
    input: 'gen_ai.tool.call.arguments',
    output: 'gen_ai.tool.call.result',
    named: 'gen_ai.tool.name',
  },
  retriever: {
    operation: 'retrieval',
    input: 'gen_ai.retrieval.query.text',
    output: 'gen_ai.retrieval.documents',
  },
  guardrail: { operation: 'guardrail', ...VALUES },
  evaluator: { operation: 'evaluate', ...VALUES },
  embedding: { operation: 'embeddings', ...VALUES },
  llm: { operation: 'chat', ...MESSAGES },
};

/** For `current()`, which gets only the span. */
const types = new WeakMap<Span, SpanType>();

interface Started {
  handle: ActiveSpan;
  inside: Context;
}

export function newSpans(instrument: Instrument, addScore: AddScore) {
  const handleOf = (otel: Span, type: SpanType): ActiveSpan => {
    const keys = type === 'span' ? VALUES : CONVENTIONS[type];
    const { traceId, spanId } = otel.spanContext();
    const guarded = (fn: () => unknown): ActiveSpan => {
      safely(instrument, fn);
      return handle;
    };
    const handle: ActiveSpan = {
      traceId,
      spanId,
      otel,
      input: (value) => guarded(() => setContent(instrument, otel, keys.input, value)),
      output: (value) => guarded(() => setContent(instrument, otel, keys.output, value)),
      set: (attributes) => guarded(() => otel.setAttributes(attributes)),
      usage: (usage) => guarded(() => otel.setAttributes(usageAttributes(usage))),
      score: (name, value, details = {}) =>
        guarded(() => addScore({ traceId, spanId }, name, value, details)),
    };
    return handle;
  };

  const start = (name: string, details: SpanDetails): Started => {
    const { type = 'span', input, attributes, model, provider } = details;
    const from = context.active();
    const isCall = type === 'llm' || type === 'embedding';
    const convention = type === 'span' ? undefined : CONVENTIONS[type];
    const otel = instrument.tracer().startSpan(
      name,
      {
        kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: {
          ...(convention === undefined ? {} : { 'gen_ai.operation.name': convention.operation }),
          ...(convention?.named === undefined ? {} : { [convention.named]: name }),
          ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
          ...(provider === undefined ? {} : { 'gen_ai.provider.name': provider }),
          ...attributes,
        },
      },
      from,
    );
    types.set(otel, type);
    const handle = handleOf(otel, type);
    if (input !== undefined) handle.input(input);
    return { handle, inside: trace.setSpan(from, otel) };
  };

  /** Runs the function in its span; without one if it cannot be made. */
  const run = <T>(
    name: string,
    details: SpanDetails,
    fn: (span: ActiveSpan | undefined) => T,
    onResult?: (span: ActiveSpan, result: unknown) => void,
  ): T => {
    const started = safely(instrument, () => start(name, details));
    if (started === undefined) return fn(undefined);
    const { handle, inside } = started;
    const end = (): void => safely(instrument, () => handle.otel.end());
    const succeed = (result: unknown): void => {
      safely(instrument, () => onResult?.(handle, result));
      end();
    };
    const fail = (error: unknown): void => {
      setFailure(instrument, handle.otel, error);
      end();
    };
    return settle(instrument, () => context.with(inside, () => fn(handle)), inside, { succeed, fail });
  };

  function span<T>(name: string, fn: (span: ActiveSpan) => T): T;
  function span<T>(name: string, details: SpanDetails, fn: (span: ActiveSpan) => T): T;
  function span<T>(
    name: string,
    second: SpanDetails | ((span: ActiveSpan) => T),
    third?: (span: ActiveSpan) => T,
  ): T {
    const fn = (typeof second === 'function' ? second : third) as (span: ActiveSpan) => T;
    const details = typeof second === 'function' ? {} : second;
    return run(name, details, (handle) => fn(handle ?? handleOf(noSpan(), 'span')));
  }

  function observe<A extends unknown[], R>(
    fn: (...args: A) => R,
    options: ObserveOptions = {},
  ): (...args: A) => R {
    const { name = fn.name || 'anonymous', capture = true, ...details } = options;
    const observed = function (this: unknown, ...args: A): R {
      return run(
        name,
        capture && args.length > 0 ? { ...details, input: args.length === 1 ? args[0] : args } : details,
        () => fn.apply(this, args),
        capture ? (handle, result) => handle.output(result) : undefined,
      );
    };
    // A framework may look at the name or the number of arguments.
    for (const key of ['name', 'length'] as const) {
      Object.defineProperty(observed, key, { value: fn[key], configurable: true });
    }
    return observed;
  }

  const current = (): ActiveSpan | undefined => {
    const otel = safely(instrument, () => trace.getActiveSpan());
    return otel === undefined ? undefined : handleOf(otel, types.get(otel) ?? 'span');
  };

  return { span, observe, current };
}

/** Does nothing, for code that expects a span where none could be made. */
const noSpan = (): Span =>
  trace.wrapSpanContext({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 });

interface Outcome {
  succeed: (result: unknown) => void;
  fail: (error: unknown) => void;
}

/** A promise ends the span when it is settled, a generator when it has been read. */
function settle<T>(instrument: Instrument, fn: () => T, inside: Context, outcome: Outcome): T {
  let result: T;
  try {
    result = fn();
  } catch (error) {
    outcome.fail(error);
    throw error;
  }
  if (isPromise(result)) {
    return result.then(
      (value) => {
        outcome.succeed(value);
        return value;
      },
      (error: unknown) => {
        outcome.fail(error);
        throw error;
      },
    ) as T;
  }
  const watched = isAsyncGenerator(result)
    ? safely(instrument, () => watchedGenerator(result as AsyncGenerator, inside, outcome))
    : undefined;
  if (watched !== undefined) return watched as T;
  outcome.succeed(result);
  return result;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  value instanceof Promise ||
  (typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function');

const isAsyncGenerator = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Symbol.asyncIterator in value &&
  typeof (value as { next?: unknown }).next === 'function';

const MAX_ITEMS = 1_000;

/** Each step runs in the context of the span, because the generator's code runs in its steps. */
function watchedGenerator(
  inner: AsyncGenerator,
  inside: Context,
  { succeed, fail }: Outcome,
): AsyncGenerator {
  const items: unknown[] = [];
  const joined = (): unknown => (items.every((item) => typeof item === 'string') ? items.join('') : items);
  const step = async (next: () => Promise<IteratorResult<unknown>>): Promise<IteratorResult<unknown>> => {
    try {
      const result = await context.with(inside, next);
      if (result.done === true) succeed(joined());
      else if (items.length < MAX_ITEMS) items.push(result.value);
      return result;
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  return new Proxy(inner, {
    get(target, key) {
      if (key === 'next') return (...args: [] | [unknown]) => step(() => target.next(...args));
      if (key === 'return') return (value: unknown) => step(() => target.return(value));
      if (key === 'throw') return (error: unknown) => step(() => target.throw(error));
      if (key === Symbol.asyncIterator) {
        return function (this: unknown) {
          return this;
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
