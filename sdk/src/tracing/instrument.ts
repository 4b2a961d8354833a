// What the functions that make spans share: the tracer, the rule for content, and where errors go. Wrapped
// clients look it up for each call, so it does not matter whether `tracewell()` or the wrapper comes first.
import { diag, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';

export const SCOPE = { name: '@tracewell/sdk', version: '0.1.0' };

/** Gets each text before it leaves the process and returns what may leave. */
export type Mask = (text: string, about: { key: string }) => string;

/** `full` sends texts as they are, `none` sends none. */
export type ContentRule = 'full' | 'none' | Mask;

export interface Instrument {
  tracer: () => Tracer;
  content: ContentRule;
  onError: (error: Error) => void;
}

/** On the global object, because a bundler may copy this module into several files. */
const PLACE = Symbol.for('tracewell.sdk.instrument.1');
const shared = globalThis as { [PLACE]?: Instrument | undefined };

/** Without `tracewell()`: the spans of the program's own OpenTelemetry, or none. */
const PLAIN: Instrument = {
  tracer: () => trace.getTracer(SCOPE.name, SCOPE.version),
  content: 'full',
  onError: (error) => diag.warn(error.message),
};

export const currentInstrument = (): Instrument => shared[PLACE] ?? PLAIN;

export function setInstrument(instrument: Instrument): void {
  shared[PLACE] = instrument;
}

export function clearInstrument(instrument: Instrument): void {
  if (shared[PLACE] === instrument) shared[PLACE] = undefined;
}

/** Runs a part of the SDK whose failure must not reach the program. */
export function safely<T>({ onError }: Pick<Instrument, 'onError'>, fn: () => T): T | undefined {
  try {
    return fn();
  } catch (error) {
    try {
      onError(error instanceof Error ? error : new Error(String(error)));
    } catch {
      // The program's own handler failed.
    }
    return undefined;
  }
}

/** A body has at most 72 MiB, and a character at most three bytes. The service keeps the newest messages of a text. */
const MAX_TEXT = 23 * 1_048_576;

/** Deeper values are rare, and a cycle has no depth. */
const MAX_PLAIN_DEPTH = 8;

/** Whether JSON writes the value as it is; most values are like that, and are written much faster. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol';
  }
  if (depth >= MAX_PLAIN_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const each of value) if (!isPlain(each, depth + 1)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isPlain(value)) return JSON.stringify(value) ?? '';
  const around: unknown[] = [];
  return (
    // An arrow function would not get the object that is being written.
    JSON.stringify(value, function (this: Record<string, unknown>, key, inner: unknown) {
      if (typeof inner === 'bigint') return inner.toString();
      if (typeof inner === 'function' || typeof inner === 'symbol') return undefined;
      // A Buffer has become an object with a list of its bytes.
      const raw = this[key];
      if (ArrayBuffer.isView(raw)) return `<${raw.byteLength} bytes>`;
      if (inner instanceof Error) return { name: inner.name, message: inner.message };
      if (typeof inner === 'object' && inner !== null) {
        while (around.length > 0 && around.at(-1) !== this) around.pop();
        if (around.includes(inner)) return '<circular>';
        around.push(inner);
      }
      return inner;
    }) ?? ''
  );
}

/** The text of a value as it may leave the process; undefined if it may not. */
export function shareable(
  instrument: Pick<Instrument, 'content' | 'onError'>,
  key: string,
  value: unknown,
): string | undefined {
  const { content } = instrument;
  if (content === 'none' || value === undefined) return undefined;
  return safely(instrument, () => {
    const text = asText(value);
    const masked = content === 'full' ? text : content(text, { key });
    return masked.length > MAX_TEXT ? masked.slice(0, MAX_TEXT) : masked;
  });
}

export function setContent(instrument: Instrument, span: Span, key: string, value: unknown): void {
  const text = shareable(instrument, key, value);
  if (text !== undefined) span.setAttribute(key, text);
}

interface ErrorLike {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  code?: unknown;
  status?: unknown;
}

/** Marks a span as failed. A message may repeat what a person wrote, so it counts as content. */
export function setFailure(instrument: Instrument, span: Span, error: unknown): void {
  safely(instrument, () => {
    const like: ErrorLike = typeof error === 'object' && error !== null ? error : { message: error };
    const className = error instanceof Error ? error.constructor.name : undefined;
    const names = [like.code, className, like.name];
    const type = names.find((each): each is string => typeof each === 'string' && each !== '');
    const message = shareable(instrument, 'exception.message', asText(like.message ?? '')) ?? '';
    span.setAttribute('error.type', type ?? '_OTHER');
    if (typeof like.status === 'number') span.setAttribute('http.response.status_code', like.status);
    const stack =
      typeof like.stack === 'string' ? shareable(instrument, 'exception.stacktrace', like.stack) : undefined;
    span.recordException({
      name: type ?? 'Error',
      message,
      ...(stack === undefined ? {} : { stack }),
    });
    span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, 1_000) });
  });
}
