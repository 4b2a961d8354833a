// Whether a span failed, and why. Clients report it in the status, in attributes, in an exception event, or
// in several of them.
import type { Json } from '#records';
import { cutText, MAX_ERROR, MAX_ID_TEXT, MAX_STACK } from './bounds.ts';
import type { SpanFields } from './span-fields.ts';
import { EXCEPTION, isFatal } from './event-names.ts';
import type { Attributes, Span, SpanEvent } from './span.ts';

interface Failure {
  error: string;
  details: { type: Json; code: Json; status: Json; message: Json; stack: Json };
}

/**
 * `answered`: the span has the model's output, so an exception event (LangSmith, Laminar) did not fail the
 * call.
 */
export function failureOf(span: Span, fields: SpanFields, answered: boolean): Failure | null {
  const thrown =
    span.events.length === 0
      ? undefined
      : span.events.findLast(({ name }) => name === EXCEPTION || isFatal(name));
  const error = errorText(span, fields, thrown, answered);
  if (error === null) return null;
  const { text } = fields;
  const exception = thrown?.attributes;
  return {
    error: cutText(error, MAX_ERROR),
    details: {
      type: short(text.errorType ?? textOf(exception, 'exception.type')),
      code: short(textOf(span.attributes, 'error.code')),
      status: text.httpStatus === undefined ? null : statusNumber(text.httpStatus),
      message: cutText(textOf(exception, 'exception.message') ?? text.errorMessage ?? error, MAX_ERROR),
      stack: cutText(textOf(exception, 'exception.stacktrace') ?? '', MAX_STACK) || null,
    },
  };
}

function errorText(
  span: Span,
  { text, flag, value }: SpanFields,
  event: SpanEvent | undefined,
  answered: boolean,
): string | null {
  const thrown = event && messageOf(event);
  if (span.statusCode === 2) {
    return span.statusMessage || (text.errorType ?? thrown ?? text.errorMessage ?? 'error');
  }
  if (text.errorType !== undefined) return text.errorMessage ?? text.errorType;
  if (text.errorLevel?.toLowerCase() === 'error' || flag.success === false) {
    return text.errorMessage ?? thrown ?? 'error';
  }
  if (saysError(value.finishReasons)) return thrown ?? 'error';
  const state = taskState(span.attributes);
  if (state !== undefined) return thrown ?? `task ${state}`;
  return answered && !(event && isFatal(event.name)) ? null : (thrown ?? null);
}

const messageOf = ({ attributes }: SpanEvent): string | undefined =>
  textOf(attributes, 'exception.message') ?? textOf(attributes, 'exception.type');

/** Why a span failed, from events that came after it; null if they report no failure. */
export function lateFailure(events: readonly SpanEvent[], answered: boolean): Failure | null {
  const thrown = events.findLast(({ name }) => isFatal(name) || (name === EXCEPTION && !answered));
  const error = thrown && messageOf(thrown);
  if (!thrown || error === undefined) return null;
  const { attributes } = thrown;
  return {
    error: cutText(error, MAX_ERROR),
    details: {
      type: short(textOf(attributes, 'exception.type')),
      code: null,
      status: null,
      message: cutText(textOf(attributes, 'exception.message') ?? error, MAX_ERROR),
      stack: cutText(textOf(attributes, 'exception.stacktrace') ?? '', MAX_STACK) || null,
    },
  };
}

/** Of an A2A task that did not do its work; undefined for all others. */
function taskState(attributes: Attributes): string | undefined {
  const state = attributes.get('a2a.task.state');
  if (typeof state !== 'string') return undefined;
  const word = state.toLowerCase().replace(/^task_state_/, '');
  return word === 'failed' || word === 'rejected' ? word : undefined;
}

const saysError = (reasons: Json | undefined): boolean =>
  reasons === 'error' ||
  (Array.isArray(reasons) && reasons.length > 0 && reasons.every((reason) => reason === 'error'));

function textOf(attributes: Attributes | undefined, key: string): string | undefined {
  const value = attributes?.get(key);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

const short = (text: string | undefined): Json => (text === undefined ? null : cutText(text, MAX_ID_TEXT));

function statusNumber(status: string): Json {
  const number = Number(status);
  return Number.isInteger(number) ? number : cutText(status, MAX_ID_TEXT);
}
