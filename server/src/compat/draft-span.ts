// A span made from the record of another back end's client, in the words of the conventions.
import { createHash } from 'node:crypto';
import type { Span, SpanEvent } from '#otlp';
import type { Json } from '#records';

interface SpanDraft {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  startMs: number;
  endMs: number;
  /** Members that are undefined or null are left out. */
  attributes: Readonly<Record<string, Json | undefined>>;
  error?: SpanDraftError | null | undefined;
}

/** The name of the endpoint says whose client it is. */
const NO_SCOPE = { name: '', version: '' };

export interface SpanDraftError {
  message: string;
  type?: string | undefined;
  stack?: string | undefined;
}

export function draftSpan({ error, ...draft }: SpanDraft): Span {
  const [startMs, endMs] = [withinCalendar(draft.startMs), withinCalendar(draft.endMs)];
  return {
    traceId: shortId(draft.traceId),
    spanId: shortId(draft.spanId),
    parentSpanId: draft.parentSpanId === undefined ? '' : shortId(draft.parentSpanId),
    name: draft.name,
    kind: 0,
    startMs: Math.floor(startMs),
    endMs: Math.floor(endMs),
    durationMs: Math.max(0, endMs - startMs),
    attributes: new Map(
      Object.entries(draft.attributes).flatMap(([key, value]) =>
        value === undefined || value === null ? [] : [[key, value] as const],
      ),
    ),
    events: error ? [exceptionOf(error, endMs)] : [],
    statusCode: error ? 2 : 0,
    statusMessage: error?.message ?? '',
    resource: new Map(),
    scope: NO_SCOPE,
  };
}

const LAST_MS = 8_640_000_000_000_000;

/** A time that no date can have would be a fault later. At the ends of the calendar it is rejected. */
const withinCalendar = (ms: number): number => (Number.isNaN(ms) ? 1 : Math.min(LAST_MS, Math.max(1, ms)));

function exceptionOf({ message, type, stack }: SpanDraftError, timeMs: number): SpanEvent {
  const attributes = new Map<string, Json>([['exception.message', message]]);
  if (type !== undefined) attributes.set('exception.type', type);
  if (stack !== undefined) attributes.set('exception.stacktrace', stack);
  return { name: 'exception', timeMs: Math.floor(timeMs), attributes };
}

/** A record's id is its trace id, a hyphen and its span id, and has at most 256 characters. */
const MAX_ID = 120;

/** The same parts give the same id. */
export const fixedId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id as it is, unless it is too long or has characters that no id should have. */
export function shortId(id: string): string {
  if (UUID.test(id)) return id;
  return id.length <= MAX_ID && !/[\p{Cc}\p{Cs}]/u.test(id) ? id : fixedId(id);
}
